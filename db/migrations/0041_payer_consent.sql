ALTER TABLE `job_haul_rate` ADD `payer_asked_at` text;--> statement-breakpoint
ALTER TABLE `job_product_rate` ADD `payer_asked_at` text;--> statement-breakpoint
-- Of rates that are there already those count that the job's requester pays, a company without people, a company that accepted
-- the job, or that stand on a statement; the payers of the others are asked.
UPDATE `job_haul_rate` SET `payer_asked_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
WHERE paying_company_id <> (SELECT request_user_company_id FROM job WHERE id = job_id)
  AND EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = paying_company_id AND f.is_deleted = 0)
  AND NOT EXISTS (SELECT 1 FROM job_company c WHERE c.job_id = job_haul_rate.job_id AND c.company_id = paying_company_id
    AND c.accepted_at IS NOT NULL AND c.removed_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = 'haul' AND rate_id = job_haul_rate.id);--> statement-breakpoint
UPDATE `job_product_rate` SET `payer_asked_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
WHERE paying_company_id <> (SELECT request_user_company_id FROM job WHERE id = job_id)
  AND EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = paying_company_id AND f.is_deleted = 0)
  AND NOT EXISTS (SELECT 1 FROM job_company c WHERE c.job_id = job_product_rate.job_id AND c.company_id = paying_company_id
    AND c.accepted_at IS NOT NULL AND c.removed_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = 'product' AND rate_id = job_product_rate.id);
