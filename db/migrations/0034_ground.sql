CREATE TABLE `ground_feature` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`import_id` integer NOT NULL,
	`dataset` text NOT NULL,
	`source_id` text NOT NULL,
	`kind` text NOT NULL,
	`rank` integer NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`geom` text NOT NULL,
	`west` real NOT NULL,
	`south` real NOT NULL,
	`east` real NOT NULL,
	`north` real NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ground_feature_source` ON `ground_feature` (`dataset`,`source_id`);--> statement-breakpoint
CREATE INDEX `ground_feature_name` ON `ground_feature` (`kind`,`name_key`);