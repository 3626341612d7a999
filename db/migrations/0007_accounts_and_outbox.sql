CREATE TABLE `account_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`actor_user_id` integer,
	`company_id` integer,
	`what` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_event_user` ON `account_event` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `contact_check` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	`misses` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_check_kind" CHECK("contact_check"."kind" IN ('email', 'phone'))
);
--> statement-breakpoint
CREATE INDEX `contact_check_user` ON `contact_check` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contact_check_token` ON `contact_check` (`token_hash`);--> statement-breakpoint
DROP INDEX `outbox_waiting`;--> statement-breakpoint
ALTER TABLE `outbox_message` ADD `sender` text;--> statement-breakpoint
ALTER TABLE `outbox_message` ADD `topic` text;--> statement-breakpoint
ALTER TABLE `outbox_message` ADD `expires_at` text;--> statement-breakpoint
ALTER TABLE `outbox_message` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox_message` ADD `next_try_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox_message` ADD `given_up_at` text;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox_message` (`next_try_at`,`id`) WHERE sent_at IS NULL AND given_up_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox_message` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_sender` ON `outbox_message` (`sender`,`created_at`);--> statement-breakpoint
ALTER TABLE `company` ADD `founder_user_id` integer REFERENCES user(id);--> statement-breakpoint
CREATE INDEX `company_founder` ON `company` (`founder_user_id`);--> statement-breakpoint
ALTER TABLE `notification` ADD `topic` text;--> statement-breakpoint
ALTER TABLE `invite` ADD `is_mailed_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `password_reset` ADD `company_id` integer REFERENCES company(id);--> statement-breakpoint
ALTER TABLE `password_reset` ADD `sent_to` text;--> statement-breakpoint
ALTER TABLE `user` ADD `email_verified_at` text;--> statement-breakpoint
ALTER TABLE `user` ADD `phone_verified_at` text;--> statement-breakpoint
ALTER TABLE `user` ADD `creator_company_id` integer REFERENCES company(id);