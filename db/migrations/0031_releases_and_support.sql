CREATE TABLE `own_release` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`released_at` text,
	`notes` text NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`creator_user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `own_release_told` ON `own_release` (`released_at`);--> statement-breakpoint
CREATE TABLE `support_message` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`support_thread_id` integer NOT NULL,
	`author_user_id` integer NOT NULL,
	`is_staff` integer DEFAULT false NOT NULL,
	`body` text NOT NULL,
	`page` text,
	`about` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`support_thread_id`) REFERENCES `support_thread`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `support_message_thread` ON `support_message` (`support_thread_id`,`id`);--> statement-breakpoint
CREATE TABLE `support_thread` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`company_id` integer,
	`subject` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`waits_since` text,
	`last_at` text NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_thread_state" CHECK("support_thread"."state" IN ('open', 'closed'))
);
--> statement-breakpoint
CREATE INDEX `support_thread_user` ON `support_thread` (`user_id`,`last_at`);--> statement-breakpoint
CREATE INDEX `support_thread_waiting` ON `support_thread` (`waits_since`);