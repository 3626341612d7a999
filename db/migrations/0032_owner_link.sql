CREATE TABLE `owner_clock` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`kind` text NOT NULL,
	`on_day` text,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "owner_clock_kind" CHECK("owner_clock"."kind" IN ('harvest_end', 'request'))
);
--> statement-breakpoint
CREATE INDEX `owner_clock_job` ON `owner_clock` (`job_id`,`id`);--> statement-breakpoint
CREATE TABLE `owner_link` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`code_hash` text NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text,
	`revoked_at` text,
	`last_opened_at` text,
	`opens` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `owner_link_code` ON `owner_link` (`code_hash`);--> statement-breakpoint
CREATE INDEX `owner_link_job` ON `owner_link` (`job_id`,`id`);--> statement-breakpoint
CREATE TABLE `owner_report` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`covers_from` text NOT NULL,
	`covers_to` text NOT NULL,
	`loads` integer NOT NULL,
	`channel` text NOT NULL,
	`given_on` text NOT NULL,
	`creator_user_id` integer,
	`creator_label` text,
	`creator_company_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "owner_report_channel" CHECK("owner_report"."channel" IN ('link', 'mail', 'paper')),
	CONSTRAINT "owner_report_days" CHECK("owner_report"."covers_to" >= "owner_report"."covers_from")
);
--> statement-breakpoint
CREATE INDEX `owner_report_job` ON `owner_report` (`job_id`,`id`);--> statement-breakpoint
CREATE TABLE `state_owner_rule` (
	`us_state_id` integer NOT NULL,
	`starts` text NOT NULL,
	`days` integer NOT NULL,
	`label` text NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`us_state_id`, `starts`),
	FOREIGN KEY (`us_state_id`) REFERENCES `us_state`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "state_owner_rule_starts" CHECK("state_owner_rule"."starts" IN ('harvest_end', 'delivery', 'request')),
	CONSTRAINT "state_owner_rule_days" CHECK("state_owner_rule"."days" BETWEEN 1 AND 3650)
);
