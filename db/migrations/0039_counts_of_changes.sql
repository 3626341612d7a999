-- Made and filled again by db/derived.sql, with a column that it didn't have.
DROP TABLE IF EXISTS `company_status_count`;
