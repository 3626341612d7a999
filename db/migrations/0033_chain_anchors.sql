CREATE TABLE `chain_anchor` (
	`seq` integer PRIMARY KEY NOT NULL,
	`line` text NOT NULL,
	`hash` text NOT NULL,
	`signature` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chain_head` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`anchor_seq` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`anchor_seq`) REFERENCES `chain_anchor`(`seq`) ON UPDATE no action ON DELETE no action
);
