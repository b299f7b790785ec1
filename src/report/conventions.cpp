#include "honestrank/report/conventions.h"

namespace honestrank {

Conventions conventions_of(const std::string& like, const std::string& queries,
                           bool whole_ranking) {
  Conventions conventions;
  conventions.default_metrics = whole_ranking ? "ndcg@10,recall@10,precision@10,ap,rr,auc"
                                              : "ndcg@10,recall@10,precision@10,ap,rr";
  if (like == "trec_eval") {
    conventions = {Convention::trec_eval,
                   RunTies::by_document,
                   RunQueries::common,
                   EmptyUsers::zero,
                   "map,Rprec,recip_rank,P_5,P_10,recall_10,recall_100,ndcg,ndcg_cut_10",
                   "like trec_eval: scores as float32, ties by document id (descending), queries "
                   "without relevant documents count as 0, map@k over |R|"};
    if (queries != "judged") {
      conventions.note += "; only queries that are both judged and retrieved";
    }
  } else if (like == "recbole") {
    conventions.names = Convention::recbole;
    conventions.default_metrics = "recall@10,mrr@10,ndcg@10,hit@10,precision@10";
    conventions.note =
        "like recbole: binary gains, map@k over min(k,|R|), gauc weighted by positives; RecBole "
        "leaves ties to torch.topk, so the expectation over their orders is shown";
  }
  if (queries == "judged") conventions.queries = RunQueries::judged;
  if (queries == "common") conventions.queries = RunQueries::common;
  return conventions;
}

TiePolicy tie_policy(const std::string& name) {
  if (name == "optimistic") return TiePolicy::optimistic;
  if (name == "pessimistic") return TiePolicy::pessimistic;
  if (name == "random") return TiePolicy::random;
  return TiePolicy::expected;
}

std::string tie_note(const std::string& name) {
  if (name == "optimistic")
    return "ties: optimistic, relevant items ahead of others of equal score";
  if (name == "pessimistic")
    return "ties: pessimistic, relevant items behind others of equal score";
  if (name == "random") return "ties: one random order per user";
  return "ties: expectation over random orders of equal scores";
}

}  // namespace honestrank
