CREATE TABLE `metric_day` (
	`metric` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`metric`, `day`)
);
--> statement-breakpoint
CREATE TABLE `metric_month` (
	`company_id` integer NOT NULL,
	`metric` text NOT NULL,
	`month` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`company_id`, `metric`, `month`),
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action
);
