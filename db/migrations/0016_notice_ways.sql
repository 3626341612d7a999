CREATE TABLE `notification_digest` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`until` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notification_preference` (
	`user_id` integer NOT NULL,
	`notification_type_id` integer NOT NULL,
	`in_app` integer DEFAULT true NOT NULL,
	`mail` text NOT NULL,
	`push` integer DEFAULT true NOT NULL,
	`text` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `notification_type_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notification_type_id`) REFERENCES `notification_type`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_preference_mail" CHECK("notification_preference"."mail" IN ('no', 'now', 'daily'))
);
--> statement-breakpoint
CREATE TABLE `push_subscription` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_agent` text,
	`created_at` text NOT NULL,
	`last_ok_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_endpoint` ON `push_subscription` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscription_user` ON `push_subscription` (`user_id`);--> statement-breakpoint
ALTER TABLE `notification_inbox` ADD `told_at` text;