-- Tables and columns get the names that the field uses. Renaming a table or a column changes the schema alone, whatever the number
-- of rows. Indexes and checks of amount_owed keep their names: making them again would read and write every row. The small
-- tables below are copied, so that their checks are renamed too.
ALTER TABLE `trip_ticket_settlement` RENAME TO `amount_owed`;--> statement-breakpoint
ALTER TABLE `amount_owed` RENAME COLUMN `trip_ticket_settlement_status_type_id` TO `status_type_id`;--> statement-breakpoint
ALTER TABLE `amount_owed` RENAME COLUMN `rate_epoch` TO `rate_version`;--> statement-breakpoint
ALTER TABLE `job` RENAME COLUMN `rate_epoch` TO `rate_version`;--> statement-breakpoint
ALTER TABLE `job_product_rate` RENAME COLUMN `payer_asked_at` TO `consent_requested_at`;--> statement-breakpoint
ALTER TABLE `job_haul_rate` RENAME COLUMN `payer_asked_at` TO `consent_requested_at`;--> statement-breakpoint
ALTER TABLE `settlement_line` RENAME COLUMN `trip_ticket_settlement_id` TO `amount_owed_id`;--> statement-breakpoint
ALTER TABLE `settlement_line` RENAME COLUMN `words` TO `note`;--> statement-breakpoint
ALTER TABLE `settlement_remark` RENAME COLUMN `trip_ticket_settlement_id` TO `amount_owed_id`;--> statement-breakpoint
ALTER TABLE `settlement_adjustment` RENAME COLUMN `words` TO `note`;--> statement-breakpoint
ALTER TABLE `settlement_rule` RENAME COLUMN `words` TO `label`;--> statement-breakpoint
ALTER TABLE `settlement_statement` RENAME COLUMN `made_by_company_id` TO `prepared_by_company_id`;--> statement-breakpoint
ALTER TABLE `settlement_run` RENAME COLUMN `made_by_company_id` TO `prepared_by_company_id`;--> statement-breakpoint
ALTER TABLE `settlement_run` RENAME COLUMN `is_dropped` TO `is_cancelled`;--> statement-breakpoint
ALTER TABLE `settlement_run_receiver` RENAME COLUMN `takes_lower` TO `includes_reductions`;--> statement-breakpoint
ALTER TABLE `state_pay_rule` RENAME TO `state_payment_rule`;--> statement-breakpoint
ALTER TABLE `state_payment_rule` RENAME COLUMN `words` TO `note`;--> statement-breakpoint
ALTER TABLE `company_marker` RENAME TO `company_flag`;--> statement-breakpoint
ALTER TABLE `site_mark` RENAME TO `site_status`;--> statement-breakpoint
ALTER TABLE `site_status` RENAME COLUMN `said` TO `value`;--> statement-breakpoint
ALTER TABLE `site_status` RENAME COLUMN `at` TO `updated_at`;--> statement-breakpoint
ALTER TABLE `admin_act` RENAME TO `admin_action`;--> statement-breakpoint
ALTER TABLE `admin_action` RENAME COLUMN `act` TO `action`;--> statement-breakpoint
DROP INDEX `admin_act_seq`;--> statement-breakpoint
CREATE UNIQUE INDEX `admin_action_seq` ON `admin_action` (`seq`);--> statement-breakpoint
DROP INDEX `admin_act_company`;--> statement-breakpoint
CREATE INDEX `admin_action_company` ON `admin_action` (`subject_company_id`,`id`);--> statement-breakpoint
DROP INDEX `admin_act_user`;--> statement-breakpoint
CREATE INDEX `admin_action_user` ON `admin_action` (`subject_user_id`,`id`);--> statement-breakpoint
ALTER TABLE `own_release` RENAME TO `custom_release`;--> statement-breakpoint
DROP INDEX `own_release_told`;--> statement-breakpoint
CREATE INDEX `custom_release_announced` ON `custom_release` (`released_at`);--> statement-breakpoint
ALTER TABLE `chain_anchor` RENAME TO `audit_anchor`;--> statement-breakpoint
ALTER TABLE `chain_head` RENAME TO `audit_chain_head`;--> statement-breakpoint
ALTER TABLE `support_thread` RENAME COLUMN `waits_since` TO `waiting_since`;--> statement-breakpoint
ALTER TABLE `support_thread` RENAME COLUMN `last_at` TO `last_message_at`;--> statement-breakpoint
ALTER TABLE `owner_link` RENAME COLUMN `opens` TO `open_count`;--> statement-breakpoint
ALTER TABLE `owner_report` RENAME COLUMN `given_on` TO `delivered_on`;--> statement-breakpoint
ALTER TABLE `session` RENAME COLUMN `second_at` TO `second_factor_at`;--> statement-breakpoint
ALTER TABLE `account_event` RENAME COLUMN `what` TO `event`;--> statement-breakpoint
ALTER TABLE `outbox_message` RENAME COLUMN `tries` TO `attempts`;--> statement-breakpoint
ALTER TABLE `outbox_message` RENAME COLUMN `next_try_at` TO `next_attempt_at`;--> statement-breakpoint
ALTER TABLE `outbox_message` RENAME COLUMN `given_up_at` TO `failed_at`;--> statement-breakpoint
ALTER TABLE `notification_inbox` RENAME COLUMN `n` TO `occurrence_count`;--> statement-breakpoint
ALTER TABLE `notification_inbox` RENAME COLUMN `told_at` TO `notified_at`;--> statement-breakpoint
ALTER TABLE `push_subscription` RENAME COLUMN `last_ok_at` TO `last_success_at`;--> statement-breakpoint
ALTER TABLE `company` RENAME COLUMN `joined_into_company_id` TO `merged_into_company_id`;--> statement-breakpoint
ALTER TABLE `company` RENAME COLUMN `asks_second_factor` TO `requires_second_factor`;--> statement-breakpoint
ALTER TABLE `load_import` RENAME COLUMN `act` TO `action`;--> statement-breakpoint
ALTER TABLE `load_import` RENAME COLUMN `act_user_id` TO `action_user_id`;--> statement-breakpoint
ALTER TABLE `load_import` RENAME COLUMN `act_key` TO `action_key`;--> statement-breakpoint
ALTER TABLE `load_import_row` RENAME COLUMN `mended` TO `corrections`;--> statement-breakpoint
ALTER TABLE `load_import_row` RENAME COLUMN `is_sure` TO `is_confirmed`;--> statement-breakpoint
ALTER TABLE `load_import_row` RENAME COLUMN `is_left_out` TO `is_skipped`;--> statement-breakpoint
ALTER TABLE `load_import_row` RENAME COLUMN `is_question` TO `can_override`;--> statement-breakpoint
ALTER TABLE `load_import_row` RENAME COLUMN `asked` TO `unresolved_names`;--> statement-breakpoint
ALTER TABLE `load_import_row` RENAME COLUMN `print` TO `fingerprint`;--> statement-breakpoint
ALTER TABLE `load_import_word` RENAME TO `load_import_alias`;--> statement-breakpoint
ALTER TABLE `load_import_alias` RENAME COLUMN `word` TO `alias`;--> statement-breakpoint
ALTER TABLE `bulk_run` RENAME COLUMN `act` TO `action`;--> statement-breakpoint
ALTER TABLE `mill_statement_line` RENAME COLUMN `taken` TO `applied_values`;--> statement-breakpoint
ALTER TABLE `invoice_card_payment` RENAME COLUMN `asked_cents` TO `requested_cents`;--> statement-breakpoint
ALTER TABLE `invoice_card_payment` RENAME COLUMN `held_cents` TO `received_cents`;--> statement-breakpoint
ALTER TABLE `invoice_card_payment` RENAME COLUMN `counted_cents` TO `applied_cents`;--> statement-breakpoint
ALTER TABLE `company_stripe_account` RENAME COLUMN `needs` TO `requirement_count`;--> statement-breakpoint
CREATE TABLE `background_job` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`input` text NOT NULL,
	`unique_key` text,
	`lane` text,
	`required_store` text,
	`run_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`claimed_until` text,
	`claimed_by` text,
	`started_at` text,
	`finished_at` text,
	`failure` text,
	`failed_at` text,
	`created_at` text NOT NULL,
	CONSTRAINT "background_job_attempts" CHECK("background_job"."attempts" >= 0),
	CONSTRAINT "background_job_input" CHECK(json_valid("background_job"."input")),
	CONSTRAINT "background_job_claim" CHECK(("background_job"."claimed_until" IS NULL) = ("background_job"."claimed_by" IS NULL)),
	CONSTRAINT "background_job_over" CHECK("background_job"."finished_at" IS NULL OR "background_job"."failed_at" IS NULL),
	CONSTRAINT "background_job_released" CHECK("background_job"."claimed_by" IS NULL OR ("background_job"."finished_at" IS NULL AND "background_job"."failed_at" IS NULL)),
	CONSTRAINT "background_job_reason" CHECK("background_job"."failed_at" IS NULL OR "background_job"."failure" IS NOT NULL)
);--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'background_job', seq FROM sqlite_sequence WHERE name = 'work_item';--> statement-breakpoint
INSERT INTO `background_job` (id, name, input, unique_key, lane, required_store, run_at, attempts, claimed_until, claimed_by, started_at, finished_at, failure, failed_at, created_at) SELECT id, name, input, unique_key, lane, place, run_at, attempts, claimed_until, claimed_by, started_at, finished_at, failure, given_up_at, created_at FROM `work_item`;--> statement-breakpoint
DROP TABLE `work_item`;--> statement-breakpoint
CREATE INDEX `background_job_due` ON `background_job` (`run_at`,`id`) WHERE finished_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `background_job_key` ON `background_job` (`name`,`unique_key`) WHERE finished_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX `background_job_lane` ON `background_job` (`name`,`lane`,`created_at`) WHERE lane IS NOT NULL;--> statement-breakpoint
CREATE INDEX `background_job_finished` ON `background_job` (`finished_at`) WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `background_job_failed` ON `background_job` (`failed_at`) WHERE failed_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `external_cache` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`body` text,
	`fetched_at` text,
	`fresh_until` text NOT NULL,
	`usable_until` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`last_used_at` text NOT NULL,
	PRIMARY KEY(`kind`, `key`),
	CONSTRAINT "external_cache_body" CHECK("external_cache"."body" IS NULL OR json_valid("external_cache"."body")),
	CONSTRAINT "external_cache_failures" CHECK("external_cache"."failures" >= 0)
);--> statement-breakpoint
INSERT INTO `external_cache` (kind, key, body, fetched_at, fresh_until, usable_until, failures, failure, last_used_at) SELECT kind, key, body, fetched_at, fresh_until, usable_until, failures, failure, asked_at FROM `outside_fact`;--> statement-breakpoint
DROP TABLE `outside_fact`;--> statement-breakpoint
CREATE TABLE `contact_verification` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	`failed_attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_verification_kind" CHECK("contact_verification"."kind" IN ('email', 'phone'))
);--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'contact_verification', seq FROM sqlite_sequence WHERE name = 'contact_check';--> statement-breakpoint
INSERT INTO `contact_verification` (id, user_id, kind, value, token_hash, created_at, expires_at, used_at, failed_attempts) SELECT id, user_id, kind, value, token_hash, created_at, expires_at, used_at, misses FROM `contact_check`;--> statement-breakpoint
DROP TABLE `contact_check`;--> statement-breakpoint
CREATE INDEX `contact_verification_user` ON `contact_verification` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_verification_token` ON `contact_verification` (`token_hash`);--> statement-breakpoint
CREATE TABLE `report_deadline_start` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`kind` text NOT NULL,
	`starts_on` text,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "report_deadline_start_kind" CHECK("report_deadline_start"."kind" IN ('harvest_end', 'request'))
);--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT 'report_deadline_start', seq FROM sqlite_sequence WHERE name = 'owner_clock';--> statement-breakpoint
INSERT INTO `report_deadline_start` (id, job_id, kind, starts_on, creator_user_id, creator_label, creator_company_id, created_at) SELECT id, job_id, kind, on_day, creator_user_id, creator_label, creator_company_id, created_at FROM `owner_clock`;--> statement-breakpoint
DROP TABLE `owner_clock`;--> statement-breakpoint
CREATE INDEX `report_deadline_start_job` ON `report_deadline_start` (`job_id`,`id`);--> statement-breakpoint
CREATE TABLE `invoice_card_transaction` (
	`invoice_card_payment_id` integer NOT NULL,
	`transaction_key` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`description` text NOT NULL,
	`happened_at` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`invoice_card_payment_id`, `transaction_key`),
	FOREIGN KEY (`invoice_card_payment_id`) REFERENCES `invoice_card_payment`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoice_card_transaction_amount" CHECK("invoice_card_transaction"."amount_cents" <> 0)
);--> statement-breakpoint
INSERT INTO `invoice_card_transaction` (invoice_card_payment_id, transaction_key, amount_cents, description, happened_at, created_at) SELECT invoice_card_payment_id, move, amount_cents, words, happened_at, created_at FROM `invoice_card_move`;--> statement-breakpoint
DROP TABLE `invoice_card_move`;--> statement-breakpoint
-- The tables of db/derived*.sql are made after the migrations, so a new database has none of these yet.
CREATE TABLE IF NOT EXISTS company_job_done (
  company_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  product_type_id INTEGER NOT NULL,
  wood_species_id INTEGER NOT NULL,
  wood_species_type_id INTEGER NOT NULL,
  unit INTEGER NOT NULL,
  loads INTEGER NOT NULL,
  volume INTEGER NOT NULL,
  unscaled INTEGER NOT NULL,
  PRIMARY KEY (job_id, company_id, product_type_id, wood_species_id, wood_species_type_id, unit)
) WITHOUT ROWID;--> statement-breakpoint
ALTER TABLE company_job_done RENAME TO company_job_total;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS company_late (
  company_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL,
  PRIMARY KEY (company_id, at, ticket_id)
) WITHOUT ROWID;--> statement-breakpoint
ALTER TABLE company_late RENAME TO company_late_delivery;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS job_word (
  begins TEXT NOT NULL,
  job_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  PRIMARY KEY (begins, job_id, company_id)
) WITHOUT ROWID;--> statement-breakpoint
DROP INDEX IF EXISTS job_word_of;--> statement-breakpoint
ALTER TABLE job_word RENAME TO job_search_word;--> statement-breakpoint
ALTER TABLE job_search_word RENAME COLUMN begins TO prefix;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS company_job (
  company_id INTEGER NOT NULL,
  waits INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  job_id INTEGER NOT NULL,
  status INTEGER NOT NULL,
  PRIMARY KEY (company_id, waits, created_at DESC, job_id)
) WITHOUT ROWID;--> statement-breakpoint
ALTER TABLE company_job RENAME COLUMN waits TO is_pending;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS company_job_count (
  company_id INTEGER NOT NULL,
  waits INTEGER NOT NULL,
  status INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (company_id, waits, status)
) WITHOUT ROWID;--> statement-breakpoint
ALTER TABLE company_job_count RENAME COLUMN waits TO is_pending
