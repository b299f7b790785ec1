honestrank_add_test(alias_table_test)
honestrank_add_test(filters_test)
honestrank_add_test(split_test)
honestrank_add_test(successive_sampling_test)
honestrank_add_test(synthetic_test
                    DEFINITIONS HONESTRANK_SOURCE_DIRECTORY="${PROJECT_SOURCE_DIR}")
honestrank_add_test(synthetic_large_test LABEL slow)

# Measures MovieLens 1M, with which the synthetic data set is compared.
honestrank_add_test(synthetic_comparison_test LABEL realdata
                    DEFINITIONS HONESTRANK_DATA_DIRECTORY="${PROJECT_SOURCE_DIR}/../shared/data")
