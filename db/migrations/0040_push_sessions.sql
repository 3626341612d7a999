CREATE TABLE `__new_push_subscription` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session_hash` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_agent` text,
	`created_at` text NOT NULL,
	`last_ok_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_hash`) REFERENCES `session`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- A channel belongs to the newest session of the same person and browser; one whose person has signed out there ends.
INSERT INTO `__new_push_subscription`
SELECT p.`id`, p.`user_id`, s.`token_hash`, p.`endpoint`, p.`p256dh`, p.`auth`, p.`user_agent`, p.`created_at`, p.`last_ok_at`
	FROM `push_subscription` p JOIN `session` s ON s.`token_hash` = (
		SELECT `token_hash` FROM `session` WHERE `user_id` = p.`user_id` AND `user_agent` = p.`user_agent`
			ORDER BY `last_seen_at` DESC LIMIT 1
	);
--> statement-breakpoint
DROP TABLE `push_subscription`;--> statement-breakpoint
ALTER TABLE `__new_push_subscription` RENAME TO `push_subscription`;--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_endpoint` ON `push_subscription` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscription_user` ON `push_subscription` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscription_session` ON `push_subscription` (`session_hash`);
