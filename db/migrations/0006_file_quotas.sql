ALTER TABLE `company` ADD `file_quota_megabytes` integer;--> statement-breakpoint
ALTER TABLE `stored_file` ADD `company_id` integer REFERENCES company(id);--> statement-breakpoint
ALTER TABLE `stored_file` ADD `user_id` integer REFERENCES user(id);--> statement-breakpoint
CREATE INDEX `stored_file_company` ON `stored_file` (`company_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `stored_file_user` ON `stored_file` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `mill_statement` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `submission_not_applied` ON `submission` (`received_at`) WHERE outcome IS NOT 'applied';
--> statement-breakpoint
UPDATE `stored_file` SET (`company_id`, `user_id`) = (SELECT p.creator_company_id, p.creator_user_id FROM photo p WHERE p.stored_file_id = `stored_file`.id) WHERE id IN (SELECT stored_file_id FROM photo);--> statement-breakpoint
UPDATE `stored_file` SET (`company_id`, `user_id`) = (SELECT p.creator_company_id, p.creator_user_id FROM photo p WHERE p.thumbnail_file_id = `stored_file`.id) WHERE id IN (SELECT thumbnail_file_id FROM photo);--> statement-breakpoint
UPDATE `stored_file` SET (`company_id`, `user_id`) = (SELECT f.creator_company_id, f.creator_user_id FROM job_file f WHERE f.stored_file_id = `stored_file`.id) WHERE id IN (SELECT stored_file_id FROM job_file);--> statement-breakpoint
UPDATE `stored_file` SET `company_id` = (SELECT j.request_user_company_id FROM job_company c JOIN job j ON j.id = c.job_id WHERE `stored_file`.id IN (c.cut_contract_file_id, c.skid_contract_file_id, c.haul_contract_file_id)) WHERE `company_id` IS NULL AND id IN (SELECT cut_contract_file_id FROM job_company UNION SELECT skid_contract_file_id FROM job_company UNION SELECT haul_contract_file_id FROM job_company);--> statement-breakpoint
UPDATE `mill_statement` SET `bytes` = (SELECT coalesce(sum(length(l.cells)), 0) FROM mill_statement_line l WHERE l.mill_statement_id = `mill_statement`.id);
