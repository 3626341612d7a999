ALTER TABLE `lead` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `lead` ADD `answered_at` text;--> statement-breakpoint
ALTER TABLE `lead` ADD `answered_by_user_id` integer REFERENCES user(id);--> statement-breakpoint
ALTER TABLE `lead` ADD `version` integer DEFAULT 1 NOT NULL;