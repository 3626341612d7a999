-- Amounts that an earlier release left behind are worked out again: those of jobs that moved to another state, whose law and days
-- they didn't follow, and those of fuel surcharges that another company pays, which the price typed by the job's requester moved.
-- The queue finds these jobs by their rate_epoch within the hour, and the differences are open, like those of any other change.
-- The price that a payer's statements counted becomes its own first, so that what was settled stays.
INSERT OR IGNORE INTO `fuel_price` (company_id, region, week_on, price_mills, source, revision, created_at)
SELECT c.paying_company_id, p.region, p.week_on, p.price_mills, 'typed', 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
FROM trip_ticket_settlement c JOIN fuel_rule r ON r.id = c.rate_id AND r.company_id <> c.paying_company_id
JOIN fuel_price p ON p.company_id = r.company_id AND p.region = r.region AND p.price_mills = c.fuel_mills
  AND p.week_on = date(c.earned_on, (-5 - r.from_weekday) || ' days', 'weekday 1')
WHERE c.rate_table = 'fuel' AND c.posted_lines > 0
  AND EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = c.paying_company_id AND f.is_deleted = 0)
ORDER BY p.id DESC;--> statement-breakpoint
UPDATE `job` SET rate_epoch = rate_epoch + 1
WHERE id IN (SELECT a.job_id FROM audit_entry a CROSS JOIN json_each(a.details, '$.diffs') d
    WHERE a.trip_ticket_id IS NULL AND a.activity = 'job_updated' AND json_extract(d.value, '$.key') = 'county'
      AND substr(json_extract(d.value, '$.saved'), -2) <> substr(json_extract(d.value, '$.updated'), -2))
  OR id IN (SELECT h.job_id FROM job_haul_rate h JOIN fuel_rule r ON r.id = h.fuel_rule_id AND r.company_id <> h.paying_company_id);
