CREATE TABLE `work_item` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`input` text NOT NULL,
	`unique_key` text,
	`lane` text,
	`place` text,
	`run_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`claimed_until` text,
	`claimed_by` text,
	`started_at` text,
	`finished_at` text,
	`failure` text,
	`given_up_at` text,
	`created_at` text NOT NULL,
	CONSTRAINT "work_item_attempts" CHECK("work_item"."attempts" >= 0),
	CONSTRAINT "work_item_input" CHECK(json_valid("work_item"."input")),
	CONSTRAINT "work_item_claim" CHECK(("work_item"."claimed_until" IS NULL) = ("work_item"."claimed_by" IS NULL)),
	CONSTRAINT "work_item_over" CHECK("work_item"."finished_at" IS NULL OR "work_item"."given_up_at" IS NULL),
	CONSTRAINT "work_item_let_go" CHECK("work_item"."claimed_by" IS NULL OR ("work_item"."finished_at" IS NULL AND "work_item"."given_up_at" IS NULL)),
	CONSTRAINT "work_item_reason" CHECK("work_item"."given_up_at" IS NULL OR "work_item"."failure" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `work_item_due` ON `work_item` (`run_at`,`id`) WHERE finished_at IS NULL AND given_up_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `work_item_key` ON `work_item` (`name`,`unique_key`) WHERE finished_at IS NULL AND given_up_at IS NULL;--> statement-breakpoint
CREATE INDEX `work_item_lane` ON `work_item` (`name`,`lane`,`created_at`) WHERE lane IS NOT NULL;--> statement-breakpoint
CREATE INDEX `work_item_finished` ON `work_item` (`finished_at`) WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `work_item_given_up` ON `work_item` (`given_up_at`) WHERE given_up_at IS NOT NULL;--> statement-breakpoint
INSERT INTO `work_item` (`name`, `input`, `lane`, `run_at`, `created_at`)
SELECT 'act on many tickets', json_object('run', `id`), CASE WHEN `user_id` IS NULL THEN 'c' || `company_id` ELSE 'u' || `user_id` END, `created_at`, `created_at`
FROM `bulk_run` WHERE `finished_at` IS NULL;--> statement-breakpoint
INSERT INTO `work_item` (`name`, `input`, `lane`, `run_at`, `created_at`)
SELECT 'export', json_object('run', `id`), 'c' || `company_id`, `created_at`, `created_at`
FROM `export_run` WHERE `finished_at` IS NULL;
