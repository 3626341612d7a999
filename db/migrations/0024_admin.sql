CREATE TABLE `site_mark` (
	`name` text PRIMARY KEY NOT NULL,
	`said` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `lead` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `lead` ADD `answered_at` text;--> statement-breakpoint
ALTER TABLE `lead` ADD `answered_by_user_id` integer REFERENCES user(id);--> statement-breakpoint
ALTER TABLE `lead` ADD `closed_at` text;--> statement-breakpoint
ALTER TABLE `lead` ADD `closed_by_user_id` integer REFERENCES user(id);--> statement-breakpoint
ALTER TABLE `lead` ADD `note` text;--> statement-breakpoint
ALTER TABLE `lead` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `disabled_at` text;--> statement-breakpoint
ALTER TABLE `release` ADD `is_own` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `release` ADD `revision` integer DEFAULT 1 NOT NULL;