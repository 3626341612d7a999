CREATE TABLE `fuel_price` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer,
	`region` text NOT NULL,
	`week_on` text NOT NULL,
	`price_mills` integer NOT NULL,
	`source` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`creator_user_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `company`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "fuel_price_source" CHECK("fuel_price"."source" IN ('typed', 'eia', 'demo')),
	CONSTRAINT "fuel_price_monday" CHECK(strftime('%w', "fuel_price"."week_on") = '1'),
	CONSTRAINT "fuel_price_amount" CHECK("fuel_price"."price_mills" BETWEEN 1000 AND 15000),
	CONSTRAINT "fuel_price_revision" CHECK("fuel_price"."revision" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fuel_price_public` ON `fuel_price` (`region`,`week_on`,`revision`) WHERE company_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `fuel_price_own` ON `fuel_price` (`company_id`,`region`,`week_on`,`revision`) WHERE company_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `outside_fact` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`body` text,
	`fetched_at` text,
	`fresh_until` text NOT NULL,
	`usable_until` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`asked_at` text NOT NULL,
	PRIMARY KEY(`kind`, `key`),
	CONSTRAINT "outside_fact_body" CHECK("outside_fact"."body" IS NULL OR json_valid("outside_fact"."body")),
	CONSTRAINT "outside_fact_failures" CHECK("outside_fact"."failures" >= 0)
);
