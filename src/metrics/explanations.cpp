#include "metrics/explanations.h"

#include <array>

namespace honestrank::metrics {
namespace {

constexpr std::string_view kNoRelevantItem =
    "A user without a relevant item is left out of the mean and counted, never scored 0, 1 or "
    "NaN; --like trec_eval scores 0, as trec_eval does for judged queries without a relevant "
    "document.";

constexpr std::string_view kLinearTies =
    "The expectation over random orders: a group of tied items in positions a+1..a+s of which t "
    "lie in the top k and r are relevant adds r t / s.";

constexpr std::string_view kPrecisionTies =
    "The expectation over random orders: in a group of s tied items, r of them relevant, below a "
    "items with c relevant ones, the j-th position adds\n"
    "(r/s) (c + 1 + (j-1)(r-1)/(s-1)) / (a+j)";

constexpr std::string_view kOutside =
    "Relevant items outside the list count in |R| and are never found.";

constexpr std::string_view kShortList =
    "A list of fewer than k items is read as one followed by irrelevant items. Relevant items "
    "outside the list count in |R| and are never found.";

constexpr auto kExplanations = std::to_array<Explanation>({
    {
        .kind = MetricKind::auc,
        .title = "area under the ROC curve, user by user",
        .sentence = "share of (relevant, irrelevant) pairs in the right order",
        .formula = "{name} = (n - (|R| - 1)/2 - mean rank of R) / (n - |R|)\n"
                   "the share of pairs of a relevant and an irrelevant item that stand in the "
                   "right order; n is the user's number of items, R the relevant ones",
        .ties = "A tied pair counts one half, which is the expectation over random orders.",
        .undefined = "Left out of the mean and counted by reason: users without a relevant item, "
                     "with relevant items outside the ranking, with an unknown number of items, "
                     "without an irrelevant item.",
        .short_lists = "A top-k list is not enough: the items below it make most of the pairs.",
        .names = "roc_auc",
        .elsewhere =
            "{compared}\n"
            "implicit's AUC@10 is 0.727 (of 100 items 20 are in training): it credits half of what "
            "is below the top 10 and counts training items as negatives.\n"
            "RecTools' pAUC@10, over the first 10 negatives, is 0.55; RePlay's RocAuc@10, inside "
            "the top 10, 1.0.\n"
            "Elliot gives 0.9430: one irrelevant item too many.\n"
            "RecBole's AUC is over the pairs of all users at once, no mean over users; --like "
            "recbole refuses auc. Ask for gauc.\n"
            "Cornac counts a tied pair as wrong.",
        .reference = "Krichene & Rendle, On Sampled Metrics for Item Recommendation, KDD 2020",
    },
    {
        .kind = MetricKind::gauc,
        .title = "auc, users weighted by their number of relevant items",
        .sentence = "auc, averaged with the number of relevant items as weight",
        .formula = "{name} = sum over users of |R_u| auc_u / sum over users of |R_u|\n"
                   "with auc_u = (n - (|R| - 1)/2 - mean rank of R) / (n - |R|)",
        .ties = "A tied pair counts one half, which is the expectation over random orders. The "
                "standard error is that of a ratio estimator.",
        .undefined = "Left out of the mean and counted by reason: users without a relevant item, "
                     "with relevant items outside the ranking, with an unknown number of items, "
                     "without an irrelevant item.",
        .short_lists = "A top-k list is not enough: the items below it make most of the pairs.",
        .names = "none",
        .elsewhere = "RecBole's GAUC is the same; it puts tied items at their mean rank.\n"
                     "Elliot and WarpRec weigh users equally under this name: ask for auc.",
        .reference = "Zhou et al., Deep Interest Network for Click-Through Rate Prediction, KDD "
                     "2018 (there the weights are impressions)",
    },
    {
        .kind = MetricKind::precision,
        .title = "precision in the top k",
        .sentence = "relevant items in the top k, divided by k",
        .formula = "{name} = (relevant items of rank <= {k}) / {k}",
        .ties = kLinearTies,
        .undefined = kNoRelevantItem,
        .short_lists = "A list of fewer than k items still divides by k.",
        .names = "p, prec; trec_eval: P_10, P.10; ir_measures: P@10, P(rel=2)@10",
        .elsewhere =
            "LensKit and DaisyRec divide by the length of a list shorter than k.\n"
            "implicit's \"precision\" is (sum of hits) / (sum of min(k, |R|)) over all users: 1.0 "
            "for one hit in the top 5 of a user with |R| = 1, where precision@5 is 0.2.\n"
            "TorchMetrics reads a relevant item with a prediction <= 0 as irrelevant.",
        .reference = "Buckley & Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005",
    },
    {
        .kind = MetricKind::recall,
        .title = "recall in the top k",
        .sentence = "relevant items in the top k, divided by their number",
        .formula = "{name} = (relevant items of rank <= {k}) / |R|",
        .ties = kLinearTies,
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "r; trec_eval: recall_20, recall.20; ir_measures: R@20",
        .elsewhere = "{compared}\n"
                     "LensKit, Merlin, Google's iALS code (the Mult-VAE convention) and RecPack's "
                     "CalibratedRecallK divide by min(k, |R|): 0.4000. Here that is "
                     "recall_capped.\n"
                     "Some tasks call hit@k recall; with one relevant item they are the same.",
        .reference = "Buckley & Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005",
    },
    {
        .kind = MetricKind::recall_capped,
        .title = "recall in the top k, 1 where the top k is all relevant",
        .sentence = "relevant items in the top k, divided by the most there can be",
        .formula = "{name} = (relevant items of rank <= {k}) / min({k}, |R|)",
        .ties = kLinearTies,
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "recall_cap, calibrated_recall",
        .elsewhere = "{compared}\n"
                     "Called Recall by LensKit, Merlin and Google's iALS code (the Mult-VAE "
                     "convention), CalibratedRecallK by RecPack, recall_cap by BEIR.\n"
                     "Most other tools divide by |R|: 0.2500. Here that is recall.",
        .reference = "Liang et al., Variational Autoencoders for Collaborative Filtering, WWW 2018",
    },
    {
        .kind = MetricKind::f1,
        .title = "F1 in the top k",
        .sentence = "harmonic mean of precision and recall in the top k",
        .formula = "{name} = 2 P R / (P + R) = 2 (relevant items of rank <= {k}) / ({k} + |R|)\n"
                   "with P = precision@{k} and R = recall@{k} of the same user",
        .ties = kLinearTies,
        .undefined = kNoRelevantItem,
        .short_lists = "A list of fewer than k items still counts k for precision.",
        .names = "f1_score",
        .elsewhere = "The mean over users of F1, as in ranx; F1 of the mean precision and the mean "
                     "recall is another number.",
        .reference = "van Rijsbergen, Information Retrieval, 2nd ed., Butterworths 1979",
    },
    {
        .kind = MetricKind::ap,
        .title = "average precision",
        .sentence = "mean of the precision at each relevant item",
        .formula = "{name} = 1/min({k}, |R|) * sum over relevant ranks i <= {k} of precision@i",
        .whole_formula = "{name} = 1/|R| * sum over relevant ranks i of precision@i",
        .ties = kPrecisionTies,
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "map, average_precision (the mean over users is MAP); without @k the whole "
                 "ranking",
        .elsewhere =
            "The divisor differs. {compared}\n"
            "|R|: 0.2083 in trec_eval map_cut, ranx, ir_measures, RecTools, recometrics. Here "
            "ap_trec@k.\n"
            "min(k, |R|): 0.3333 in RecBole, RePlay, implicit, Merlin, WarpRec, as here.\n"
            "hits in the top k: 0.8333 in TorchMetrics, DaisyRec, recmetrics.\n"
            "k: 0.3333 in RecTools with divide_by_k (0.1000 for one hit at rank 2, |R| = 1, where "
            "ap@5 is 0.5000).\n"
            "Elliot's MAP is the mean of precision@1..k: 0.6133.",
        .reference = "Buckley & Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005",
    },
    {
        .kind = MetricKind::ap_trec,
        .title = "average precision as in trec_eval",
        .sentence = "average precision divided by the number of relevant items",
        .formula = "{name} = 1/|R| * sum over relevant ranks i <= {k} of precision@i",
        .whole_formula = "{name} = 1/|R| * sum over relevant ranks i of precision@i",
        .ties = kPrecisionTies,
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "map_trec; trec_eval: map_cut_10, map_cut.10; without @k the same as ap",
        .elsewhere =
            "{compared}\n"
            "So in trec_eval, ranx, ir_measures, RecTools and recometrics. It cannot reach 1 "
            "where |R| > k.\n"
            "RecBole, RePlay, implicit, Merlin and WarpRec divide by min(k, |R|): 0.3333. Here "
            "that is ap@k.\n"
            "TorchMetrics, DaisyRec and recmetrics divide by the hits found: 0.8333.",
        .reference = "Buckley & Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005",
    },
    {
        .kind = MetricKind::ndcg,
        .title = "normalised discounted cumulative gain",
        .sentence = "discounted gain of the top k over that of the best ranking",
        .formula = "{name} = DCG / IDCG\n"
                   "DCG = sum over relevant ranks i <= {k} of {gain} / log2(i + 1)\n"
                   "IDCG = the same for the best order of all relevant items, cut at {k}\n"
                   "g: the judged gain, 1 where relevance is not graded",
        .whole_formula = "{name} = DCG / IDCG\n"
                         "DCG = sum over relevant ranks i of {gain} / log2(i + 1)\n"
                         "IDCG = the same for the best order of all relevant items\n"
                         "g: the judged gain, 1 where relevance is not graded",
        .ties = "The expectation over random orders: every position of a tie group carries the "
                "group's mean gain, as in scikit-learn and TorchMetrics.",
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names =
            "ndcg_exp, ndcg_burges (gain 2^g - 1), ndcg_binary; trec_eval: ndcg_cut_10; "
            "ir_measures: nDCG(dcg='exp-log2')@10; ranx: ndcg@10-l2; without @k the whole ranking",
        .elsewhere =
            "{compared}\n"
            "IDCG over min(k, |R|) items: RecBole, RePlay, implicit, RecPack, Merlin, ranx, "
            "trec_eval, recometrics, WarpRec, as here.\n"
            "IDCG over all k positions: RecTools; 0.2140 for one hit at rank 2 with |R| = 1 and "
            "k = 5, where ndcg@5 is 0.6309.\n"
            "IDCG of the hits found: DaisyRec, the NGCF code; 0.9197.\n"
            "IDCG not cut at k: jurity; 0.3794.\n"
            "LensKit's discount is log2(max(i, 2)): 0.4579, and ranks 1 and 2 weigh the same.\n"
            "Gains: binary in RecBole, RePlay, RecTools, implicit, Merlin; g in trec_eval, ranx, "
            "scikit-learn, TorchMetrics, LensKit; 2^g - 1 in allRank, gdeval, ranx ndcg_burges.\n"
            "A relevance level, as in ndcg(rel=2)@10, is ranx's -l2; trec_eval's -l does not "
            "change "
            "ndcg.",
        .reference = "Jarvelin & Kekalainen, Cumulated gain-based evaluation of IR techniques, "
                     "TOIS 20, 2002; 2^g - 1: Burges et al., ICML 2005",
    },
    {
        .kind = MetricKind::dcg,
        .title = "discounted cumulative gain",
        .sentence = "discounted gain of the top k, not normalised",
        .formula = "{name} = sum over relevant ranks i <= {k} of {gain} / log2(i + 1)\n"
                   "g: the judged gain, 1 where relevance is not graded",
        .whole_formula = "{name} = sum over relevant ranks i of {gain} / log2(i + 1)\n"
                         "g: the judged gain, 1 where relevance is not graded",
        .ties = "The expectation over random orders: every position of a tie group carries the "
                "group's mean gain.",
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "dcg_exp, dcg_burges (gain 2^g - 1), dcg_binary; without @k the whole ranking",
        .elsewhere = "{compared}\n"
                     "The base of the logarithm matters here, where it cancels in ndcg.\n"
                     "LensKit's discount is log2(max(i, 2)): 1.6309.",
        .reference = "Jarvelin & Kekalainen, Cumulated gain-based evaluation of IR techniques, "
                     "TOIS 20, 2002; 2^g - 1: Burges et al., ICML 2005",
    },
    {
        .kind = MetricKind::rr,
        .title = "reciprocal rank",
        .sentence = "1 / rank of the first relevant item",
        .formula = "{name} = 1 / (rank of the first relevant item), 0 if that is beyond {k}",
        .whole_formula =
            "{name} = 1 / (rank of the first relevant item), 0 if none is in the ranking",
        .ties = "The expectation over random orders, not 1 over the mean rank: sum over j of "
                "P(the first relevant of the tied items is the j-th) / (a+j).",
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "mrr (the mean over users), reciprocal_rank; trec_eval: recip_rank; without @k "
                 "the whole ranking",
        .elsewhere = "trec_eval's recip_rank has no cut-off; use its -M.\n"
                     "Cornac's MRR depends on the other metrics asked for: only as deep as the "
                     "largest of their k is the list sorted.",
        .reference = "Voorhees, The TREC-8 Question Answering Track Report, 1999",
    },
    {
        .kind = MetricKind::hit,
        .title = "hit rate",
        .sentence = "1 if a relevant item stands in the top k",
        .formula = "{name} = 1 if some relevant item has a rank <= {k}, else 0",
        .ties = "The probability of a hit in a random order: 1 - C(s-t, r) / C(s, r) for r "
                "relevant among s tied items, t of whose positions lie in the top k.",
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "hr, hit_rate, hitrate, hit_ratio; trec_eval: success_5, success.5; "
                 "ir_measures: Success@5; accuracy is hit@1",
        .elsewhere = "RecPack's HitK and ranx's hits count the hits instead.\n"
                     "With one relevant item per user it equals recall@k, and some tasks call it "
                     "so.",
        .reference = "Deshpande & Karypis, Item-based top-N recommendation algorithms, TOIS 22, "
                     "2004",
    },
    {
        .kind = MetricKind::rbp,
        .title = "rank-biased precision",
        .sentence = "precision for a user who goes on with probability p",
        .formula = "{name} = (1 - p) * sum over relevant ranks i <= {k} of p^(i-1), p = {p}",
        .whole_formula = "{name} = (1 - p) * sum over relevant ranks i of p^(i-1), p = {p}",
        .ties = "The expectation over random orders: a group of r relevant among s tied items in "
                "positions a+1..a+s, t of them in the top k (without a cut-off all s), adds (r/s) "
                "p^a (1 - p^t).",
        .undefined = kNoRelevantItem,
        .short_lists = kShortList,
        .names = "rbp.85, rbp(0.85), rbp(p=0.85)",
        .elsewhere = "Relevance is binary here. trec_eval scales graded gains to 0..1; newer "
                     "versions of ranx add up the raw grades, which can exceed 1. --like trec_eval "
                     "takes rbp only with a relevance level, as in rbp(rel=1).\n"
                     "p = 0.9 where none is given in trec_eval (--like trec_eval follows it), 0.85 "
                     "in LensKit.\n"
                     "ranx also reads rbp@95 as p = 0.95; here it is a cut-off at 95.",
        .reference = "Moffat & Zobel, Rank-biased precision for measurement of retrieval "
                     "effectiveness, TOIS 27, 2008",
    },
    {
        .kind = MetricKind::r_precision,
        .title = "precision at |R|",
        .sentence = "precision at k = number of relevant items",
        .formula = "{name} = (relevant items of rank <= |R|) / |R|",
        .ties = "The expectation over random orders: a group of tied items in positions a+1..a+s "
                "of which t lie in the top |R| and r are relevant adds r t / s.",
        .undefined = kNoRelevantItem,
        .short_lists = "A list of fewer than |R| items still divides by |R|.",
        .names = "r_prec, r-prec; trec_eval: Rprec; ranx: r-precision",
        .elsewhere = "The same in trec_eval, ranx and TorchMetrics.",
        .reference = "Buckley & Voorhees, Retrieval System Evaluation, in: TREC, MIT Press 2005",
    },
});

}  // namespace

std::span<const Explanation> explanations() { return kExplanations; }

std::string_view outside_list() { return kOutside; }

}  // namespace honestrank::metrics
