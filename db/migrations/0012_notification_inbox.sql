CREATE TABLE `__new_notification` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`notification_type_id` integer NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`company_id` integer,
	`user_id` integer,
	`crew_id` integer,
	`job_id` integer,
	`trip_ticket_id` integer,
	`path` text,
	`group_key` text NOT NULL,
	`creator_user_id` integer,
	`creator_company_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`notification_type_id`) REFERENCES `notification_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`crew_id`) REFERENCES `crew`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trip_ticket_id`) REFERENCES `trip_ticket`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_notification`("id", "notification_type_id", "title", "message", "company_id", "user_id", "crew_id", "job_id", "path", "group_key", "created_at")
	SELECT "id", "notification_type_id", "title", "message", "company_id", "user_id", "crew_id", "job_id", '/jobs', 'old:' || "id", "created_at" FROM `notification`;--> statement-breakpoint
DROP TABLE `notification`;--> statement-breakpoint
ALTER TABLE `__new_notification` RENAME TO `notification`;--> statement-breakpoint
CREATE UNIQUE INDEX `notification_group` ON `notification` (`group_key`);--> statement-breakpoint
CREATE INDEX `notification_company` ON `notification` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notification_inbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`company_id` integer,
	`notification_id` integer NOT NULL,
	`n` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`read_at` text,
	`dismissed_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notification_id`) REFERENCES `notification`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_inbox_n" CHECK("notification_inbox"."n" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_inbox_news` ON `notification_inbox` (`user_id`,`notification_id`,COALESCE(company_id, 0)) WHERE read_at IS NULL AND dismissed_at IS NULL;--> statement-breakpoint
CREATE INDEX `notification_inbox_unread` ON `notification_inbox` (`user_id`,`company_id`,`created_at`) WHERE read_at IS NULL AND dismissed_at IS NULL;--> statement-breakpoint
CREATE INDEX `notification_inbox_person` ON `notification_inbox` (`user_id`,`created_at`);--> statement-breakpoint
-- What was written before is today's people's.
INSERT INTO `notification_inbox` (`user_id`, `company_id`, `notification_id`, `created_at`)
	SELECT DISTINCT cm.`user_id`, n.`company_id`, n.`id`, n.`created_at` FROM `notification` n
	  JOIN `crew` c ON c.`company_id` = n.`company_id` AND c.`is_deleted` = 0 JOIN `crew_member` cm ON cm.`crew_id` = c.`id`;
