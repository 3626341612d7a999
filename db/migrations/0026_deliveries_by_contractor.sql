-- Filled again by db/derived-deliveries.sql: who cut, skidded and hauled is the contractor where a subcontractor did.
DROP TABLE IF EXISTS `company_delivery`;
