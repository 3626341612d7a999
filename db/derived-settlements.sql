-- What the database itself keeps of money (docs/settlements.md): dropped and made again after every migration, as
-- db/derived.sql. A refusal's words name the rule; the procedures turn them into words for people.

-- One price between two companies for the same thing from the same day. A rate that ended before it began never held.
CREATE UNIQUE INDEX IF NOT EXISTS job_product_rate_once
  ON job_product_rate (job_id, job_product_rate_type_id, paying_company_id, receiving_company_id,
    COALESCE(paying_company_location_id, 0), product_type_id, COALESCE(wood_species_id, 0),
    COALESCE(wood_species_type_id, 0), effective_on)
  WHERE ended_on IS NULL OR ended_on >= effective_on
--;
CREATE UNIQUE INDEX IF NOT EXISTS job_haul_rate_once
  ON job_haul_rate (job_destination_id, paying_company_id, receiving_company_id, effective_on)
  WHERE ended_on IS NULL OR ended_on >= effective_on
--;

-- The ends from which a company's claims are read (claimEnds): what others pay on the jobs that it requested, what it waits
-- for, and what lacks something.
CREATE INDEX IF NOT EXISTS trip_ticket_settlement_on_job
  ON amount_owed (job_id, paying_company_id)
--;
CREATE INDEX IF NOT EXISTS trip_ticket_settlement_waits
  ON amount_owed (receiving_company_id, problem, paying_company_id)
  WHERE due_cents IS NULL OR due_cents <> posted_cents
--;
CREATE INDEX IF NOT EXISTS trip_ticket_settlement_job_problem
  ON amount_owed (job_id, problem) WHERE problem IS NOT NULL
--;
CREATE INDEX IF NOT EXISTS settlement_statement_received
  ON settlement_statement (receiving_company_id, id) WHERE posted_at IS NOT NULL
--;
-- Of what a company was ever paid by the few that are still to be paid: the first page says what they come to.
CREATE INDEX IF NOT EXISTS settlement_statement_unpaid
  ON settlement_statement (receiving_company_id, total_cents, paid_cents, pay_on)
  WHERE posted_at IS NOT NULL AND status_type_id = 1
--;
-- The same for who pays: what is due, and what is overdue.
CREATE INDEX IF NOT EXISTS settlement_statement_owed
  ON settlement_statement (paying_company_id, pay_on, total_cents, paid_cents)
  WHERE posted_at IS NOT NULL AND status_type_id = 1
--;
-- What isn't a load: balances between two are read from it, without the loads of all their statements.
CREATE INDEX IF NOT EXISTS settlement_line_below
  ON settlement_line (settlement_statement_id, kind) WHERE amount_owed_id IS NULL
--;
CREATE INDEX IF NOT EXISTS settlement_run_under_way
  ON settlement_run (prepared_by_company_id, id) WHERE finished_at IS NULL
--;
CREATE INDEX IF NOT EXISTS settlement_adjustment_maker
  ON settlement_adjustment (creator_company_id, id)
--;
CREATE INDEX IF NOT EXISTS settlement_adjustment_from
  ON settlement_adjustment (from_statement_id) WHERE from_statement_id IS NOT NULL
--;

-- What was priced before a change of the job's rates is priced again.
DROP TRIGGER IF EXISTS job_product_rate_version_insert
--;
CREATE TRIGGER job_product_rate_version_insert AFTER INSERT ON job_product_rate
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_product_rate_version_update
--;
CREATE TRIGGER job_product_rate_version_update AFTER UPDATE ON job_product_rate
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_product_rate_version_delete
--;
CREATE TRIGGER job_product_rate_version_delete AFTER DELETE ON job_product_rate
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = OLD.job_id;
END
--;
DROP TRIGGER IF EXISTS job_haul_rate_version_insert
--;
CREATE TRIGGER job_haul_rate_version_insert AFTER INSERT ON job_haul_rate
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_haul_rate_version_update
--;
CREATE TRIGGER job_haul_rate_version_update AFTER UPDATE ON job_haul_rate
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_haul_rate_version_delete
--;
CREATE TRIGGER job_haul_rate_version_delete AFTER DELETE ON job_haul_rate
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = OLD.job_id;
END
--;
DROP TRIGGER IF EXISTS rate_share_rate_version_insert
--;
CREATE TRIGGER rate_share_rate_version_insert AFTER INSERT ON rate_share
BEGIN
  UPDATE job SET rate_version = rate_version + 1
   WHERE id = (SELECT job_id FROM job_product_rate WHERE NEW.rate_table = 'product' AND id = NEW.rate_id
     UNION ALL SELECT job_id FROM job_haul_rate WHERE NEW.rate_table = 'haul' AND id = NEW.rate_id);
END
--;
DROP TRIGGER IF EXISTS rate_share_rate_version_update
--;
CREATE TRIGGER rate_share_rate_version_update AFTER UPDATE ON rate_share
BEGIN
  UPDATE job SET rate_version = rate_version + 1
   WHERE id = (SELECT job_id FROM job_product_rate WHERE NEW.rate_table = 'product' AND id = NEW.rate_id
     UNION ALL SELECT job_id FROM job_haul_rate WHERE NEW.rate_table = 'haul' AND id = NEW.rate_id);
END
--;
DROP TRIGGER IF EXISTS rate_share_rate_version_delete
--;
CREATE TRIGGER rate_share_rate_version_delete AFTER DELETE ON rate_share
BEGIN
  UPDATE job SET rate_version = rate_version + 1
   WHERE id = (SELECT job_id FROM job_product_rate WHERE OLD.rate_table = 'product' AND id = OLD.rate_id
     UNION ALL SELECT job_id FROM job_haul_rate WHERE OLD.rate_table = 'haul' AND id = OLD.rate_id);
END
--;
-- So is what was priced while the miles were missing or an estimate; miles that paid a load stay with its claim.
DROP TRIGGER IF EXISTS job_destination_rate_version_update
--;
CREATE TRIGGER job_destination_rate_version_update AFTER UPDATE OF mileage, mileage_is_estimate ON job_destination
WHEN OLD.mileage IS NOT NEW.mileage OR OLD.mileage_is_estimate IS NOT NEW.mileage_is_estimate
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = NEW.job_id;
END
--;

-- And by the days and the law of pay of another state, where the job is moved there or its state's change.
DROP TRIGGER IF EXISTS job_state_rate_version_update
--;
CREATE TRIGGER job_state_rate_version_update AFTER UPDATE OF us_state_id ON job WHEN OLD.us_state_id <> NEW.us_state_id
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS us_state_rate_version_update
--;
CREATE TRIGGER us_state_rate_version_update AFTER UPDATE OF time_zone ON us_state WHEN OLD.time_zone <> NEW.time_zone
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE us_state_id = NEW.id;
END
--;
DROP TRIGGER IF EXISTS state_payment_rule_rate_version_insert
--;
CREATE TRIGGER state_payment_rule_rate_version_insert AFTER INSERT ON state_payment_rule
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE us_state_id = NEW.us_state_id;
END
--;
DROP TRIGGER IF EXISTS state_payment_rule_rate_version_update
--;
CREATE TRIGGER state_payment_rule_rate_version_update AFTER UPDATE ON state_payment_rule
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE us_state_id IN (OLD.us_state_id, NEW.us_state_id);
END
--;
DROP TRIGGER IF EXISTS state_payment_rule_rate_version_delete
--;
CREATE TRIGGER state_payment_rule_rate_version_delete AFTER DELETE ON state_payment_rule
BEGIN
  UPDATE job SET rate_version = rate_version + 1 WHERE us_state_id = OLD.us_state_id;
END
--;

-- A rate that stands on a statement is history: it can end or be followed, but not be changed or deleted.
DROP TRIGGER IF EXISTS job_product_rate_update_check
--;
CREATE TRIGGER job_product_rate_update_check BEFORE UPDATE OF job_id, job_product_rate_type_id, receiving_company_id, paying_company_id, paying_company_location_id, product_type_id,
  wood_species_id, wood_species_type_id, wood_unit_type_id, rate, effective_on, quantity_basis, may_convert, minimum_cents, log_rule ON job_product_rate
WHEN EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = 'product' AND rate_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a rate that has paid a load stays');
END
--;
DROP TRIGGER IF EXISTS job_product_rate_delete_check
--;
CREATE TRIGGER job_product_rate_delete_check BEFORE DELETE ON job_product_rate
WHEN EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = 'product' AND rate_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a rate that has paid a load stays');
END
--;
DROP TRIGGER IF EXISTS job_haul_rate_update_check
--;
CREATE TRIGGER job_haul_rate_update_check BEFORE UPDATE OF job_id, job_destination_id, receiving_company_id, paying_company_id, per, wood_unit_type_id, rate, effective_on,
  quantity_basis, may_convert, minimum_cents, log_rule, fuel_rule_id ON job_haul_rate
WHEN EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = 'haul' AND rate_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a rate that has paid a load stays');
END
--;
DROP TRIGGER IF EXISTS job_haul_rate_delete_check
--;
CREATE TRIGGER job_haul_rate_delete_check BEFORE DELETE ON job_haul_rate
WHEN EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = 'haul' AND rate_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a rate that has paid a load stays');
END
--;

-- Lines come onto drafts only, never change, and go only with their draft.
DROP TRIGGER IF EXISTS settlement_line_insert_check
--;
CREATE TRIGGER settlement_line_insert_check BEFORE INSERT ON settlement_line
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a line comes onto a draft only')
   WHERE (SELECT posted_at FROM settlement_statement WHERE id = NEW.settlement_statement_id) IS NOT NULL;
  SELECT RAISE(ABORT, 'CHECK constraint failed: a line of another payer or receiver')
   WHERE NEW.amount_owed_id IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM amount_owed c JOIN settlement_statement s ON s.id = NEW.settlement_statement_id
      WHERE c.id = NEW.amount_owed_id AND c.paying_company_id = s.paying_company_id
        AND c.receiving_company_id = s.receiving_company_id);
END
--;
DROP TRIGGER IF EXISTS settlement_line_update_check
--;
CREATE TRIGGER settlement_line_update_check BEFORE UPDATE ON settlement_line
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a line of a statement stays');
END
--;
DROP TRIGGER IF EXISTS settlement_line_delete_check
--;
CREATE TRIGGER settlement_line_delete_check BEFORE DELETE ON settlement_line
WHEN (SELECT posted_at FROM settlement_statement WHERE id = OLD.settlement_statement_id) IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a line of a statement stays');
END
--;
-- A claim knows what of it stands on statements: drafts count too, so that no load is drafted twice.
DROP TRIGGER IF EXISTS settlement_line_add_to_posted
--;
CREATE TRIGGER settlement_line_add_to_posted AFTER INSERT ON settlement_line WHEN NEW.amount_owed_id IS NOT NULL
BEGIN
  UPDATE amount_owed
     SET posted_cents = posted_cents + NEW.amount_cents, posted_lines = posted_lines + 1, version = version + 1
   WHERE id = NEW.amount_owed_id;
END
--;
DROP TRIGGER IF EXISTS settlement_line_subtract_from_posted
--;
CREATE TRIGGER settlement_line_subtract_from_posted AFTER DELETE ON settlement_line WHEN OLD.amount_owed_id IS NOT NULL
BEGIN
  UPDATE amount_owed
     SET posted_cents = posted_cents - OLD.amount_cents, posted_lines = posted_lines - 1, version = version + 1
   WHERE id = OLD.amount_owed_id;
END
--;
-- An adjustment stands on one statement.
DROP TRIGGER IF EXISTS settlement_line_use_adjustment
--;
CREATE TRIGGER settlement_line_use_adjustment AFTER INSERT ON settlement_line WHEN NEW.settlement_adjustment_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: an adjustment is used once')
   WHERE (SELECT used_by_statement_id IS NOT NULL OR cancelled_at IS NOT NULL OR abs(NEW.amount_cents) <> amount_cents
            FROM settlement_adjustment WHERE id = NEW.settlement_adjustment_id);
  UPDATE settlement_adjustment SET used_by_statement_id = NEW.settlement_statement_id, version = version + 1
   WHERE id = NEW.settlement_adjustment_id;
END
--;
DROP TRIGGER IF EXISTS settlement_line_release_adjustment
--;
CREATE TRIGGER settlement_line_release_adjustment AFTER DELETE ON settlement_line WHEN OLD.settlement_adjustment_id IS NOT NULL
BEGIN
  UPDATE settlement_adjustment SET used_by_statement_id = NULL, version = version + 1
   WHERE id = OLD.settlement_adjustment_id;
END
--;
-- A statement is posted with the very sums of its lines, and its money stays.
DROP TRIGGER IF EXISTS settlement_statement_post_check
--;
CREATE TRIGGER settlement_statement_post_check BEFORE UPDATE OF posted_at ON settlement_statement
WHEN OLD.posted_at IS NULL AND NEW.posted_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a statement is the sum of its lines')
   WHERE NEW.total_cents IS NOT (SELECT coalesce(sum(amount_cents), 0) FROM settlement_line WHERE settlement_statement_id = NEW.id)
      OR NEW.line_count IS NOT (SELECT count(*) FROM settlement_line WHERE settlement_statement_id = NEW.id)
      OR NEW.gross_cents IS NOT (SELECT coalesce(sum(amount_cents), 0) FROM settlement_line
            WHERE settlement_statement_id = NEW.id AND kind IN ('load', 'fuel', 'reversal'))
      OR NEW.adjustments_cents IS NOT NEW.total_cents - NEW.gross_cents;
  SELECT RAISE(ABORT, 'CHECK constraint failed: no more is recovered than was advanced, nor released than was held')
   WHERE EXISTS (SELECT 1 FROM settlement_adjustment a LEFT JOIN settlement_statement s ON s.id = a.used_by_statement_id
     WHERE a.paying_company_id = NEW.paying_company_id AND a.receiving_company_id = NEW.receiving_company_id
       AND a.kind IN ('advance', 'recovery', 'holdback', 'release')
       AND (s.id = NEW.id OR (s.posted_at IS NOT NULL AND s.status_type_id <> 3))
     GROUP BY a.kind IN ('advance', 'recovery')
    HAVING sum(CASE WHEN a.kind IN ('advance', 'holdback') THEN a.amount_cents ELSE -a.amount_cents END) < 0);
END
--;
DROP TRIGGER IF EXISTS settlement_statement_insert_check
--;
CREATE TRIGGER settlement_statement_insert_check BEFORE INSERT ON settlement_statement WHEN NEW.posted_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a statement starts as a draft');
END
--;
DROP TRIGGER IF EXISTS settlement_statement_update_check
--;
CREATE TRIGGER settlement_statement_update_check BEFORE UPDATE OF paying_company_id, receiving_company_id, prepared_by_company_id, number, job_id, period_start, period_end, pay_on,
  posted_at, gross_cents, adjustments_cents, total_cents, line_count, memo, hash, prev_hash, created_at ON settlement_statement
WHEN OLD.posted_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a posted statement stays');
END
--;
DROP TRIGGER IF EXISTS settlement_statement_delete_check
--;
CREATE TRIGGER settlement_statement_delete_check BEFORE DELETE ON settlement_statement WHEN OLD.posted_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a posted statement stays');
END
--;
-- Nothing is voided while it is paid, or while a later statement counts on it.
DROP TRIGGER IF EXISTS settlement_statement_void_check
--;
CREATE TRIGGER settlement_statement_void_check BEFORE UPDATE OF status_type_id ON settlement_statement WHEN NEW.status_type_id = 3
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a draft is deleted, not voided') WHERE OLD.posted_at IS NULL;
  SELECT RAISE(ABORT, 'CHECK constraint failed: a statement with payments is not voided')
   WHERE OLD.paid_cents <> 0 OR OLD.status_type_id = 3 OR (OLD.status_type_id = 2 AND OLD.total_cents <> 0);
  SELECT RAISE(ABORT, 'CHECK constraint failed: a later statement corrects it')
   WHERE EXISTS (SELECT 1 FROM settlement_line l JOIN settlement_statement s ON s.id = l.settlement_statement_id
     WHERE l.reverses_statement_id = OLD.id AND s.status_type_id <> 3);
  SELECT RAISE(ABORT, 'CHECK constraint failed: a later statement holds what it took back')
   WHERE EXISTS (SELECT 1 FROM settlement_line l
     JOIN settlement_line n ON n.amount_owed_id = l.amount_owed_id AND n.settlement_statement_id > OLD.id
     JOIN settlement_statement s ON s.id = n.settlement_statement_id
     WHERE l.settlement_statement_id = OLD.id AND l.kind = 'reversal' AND s.status_type_id <> 3);
  SELECT RAISE(ABORT, 'CHECK constraint failed: another company was paid since for what it took back')
   WHERE EXISTS (SELECT 1 FROM settlement_line l JOIN amount_owed c ON c.id = l.amount_owed_id
     JOIN amount_owed o ON o.trip_ticket_id = c.trip_ticket_id AND o.settlement_type_id = c.settlement_type_id
      AND o.paying_company_id = c.paying_company_id AND o.id <> c.id
     JOIN settlement_line n ON n.amount_owed_id = o.id
     JOIN settlement_statement s ON s.id = n.settlement_statement_id
     WHERE l.settlement_statement_id = OLD.id AND l.kind = 'reversal' AND c.posted_cents = 0 AND ifnull(c.due_cents, 0) = 0
       AND o.posted_cents <> 0 AND s.status_type_id <> 3 AND (s.posted_at IS NULL OR s.number > OLD.number));
  SELECT RAISE(ABORT, 'CHECK constraint failed: its balance was carried on')
   WHERE EXISTS (SELECT 1 FROM settlement_adjustment a WHERE a.from_statement_id = OLD.id AND a.used_by_statement_id IS NOT NULL);
  SELECT RAISE(ABORT, 'CHECK constraint failed: a later statement counts on its advance or holdback')
   WHERE EXISTS (SELECT 1 FROM settlement_adjustment a JOIN settlement_statement s ON s.id = a.used_by_statement_id
     WHERE a.paying_company_id = NEW.paying_company_id AND a.receiving_company_id = NEW.receiving_company_id
       AND a.kind IN ('advance', 'recovery', 'holdback', 'release')
       AND s.id <> OLD.id AND s.posted_at IS NOT NULL AND s.status_type_id <> 3
     GROUP BY a.kind IN ('advance', 'recovery')
    HAVING sum(CASE WHEN a.kind IN ('advance', 'holdback') THEN a.amount_cents ELSE -a.amount_cents END) < 0);
END
--;
DROP TRIGGER IF EXISTS settlement_statement_void_update_check
--;
CREATE TRIGGER settlement_statement_void_update_check BEFORE UPDATE OF status_type_id ON settlement_statement
WHEN OLD.status_type_id = 3 AND NEW.status_type_id <> 3
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a void statement stays void');
END
--;
-- Void, a statement gives its claims and adjustments back. Its lines are found by the statement: a plus keeps SQLite from
-- walking through every line there is by their claims instead.
DROP TRIGGER IF EXISTS settlement_statement_undo_voided
--;
CREATE TRIGGER settlement_statement_undo_voided AFTER UPDATE OF status_type_id ON settlement_statement
WHEN NEW.status_type_id = 3 AND OLD.status_type_id <> 3
BEGIN
  UPDATE amount_owed
     SET posted_cents = posted_cents - t.cents, posted_lines = posted_lines - t.n,
         paid_lines = paid_lines - (CASE WHEN OLD.status_type_id = 2 THEN t.n ELSE 0 END), version = version + 1
    FROM (SELECT amount_owed_id AS claim, sum(amount_cents) AS cents, count(*) AS n FROM settlement_line
           WHERE settlement_statement_id = NEW.id AND +amount_owed_id IS NOT NULL GROUP BY +amount_owed_id) t
   WHERE amount_owed.id = t.claim;
  -- What a rule took the rule takes once more, and everything else waits again.
  UPDATE settlement_adjustment
     SET used_by_statement_id = NULL, version = version + 1,
         cancelled_at = CASE WHEN settlement_rule_id IS NULL THEN NULL ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 'now') END
   WHERE used_by_statement_id = NEW.id;
  UPDATE settlement_adjustment SET cancelled_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), version = version + 1
   WHERE from_statement_id = NEW.id AND cancelled_at IS NULL;
END
--;
-- Paid whole, its lines count as paid.
DROP TRIGGER IF EXISTS settlement_statement_count_paid
--;
CREATE TRIGGER settlement_statement_count_paid AFTER UPDATE OF status_type_id ON settlement_statement
WHEN NEW.status_type_id <> OLD.status_type_id AND NEW.status_type_id <> 3 AND (NEW.status_type_id = 2 OR OLD.status_type_id = 2)
BEGIN
  UPDATE amount_owed
     SET paid_lines = paid_lines + (CASE WHEN NEW.status_type_id = 2 THEN t.n ELSE -t.n END), version = version + 1
    FROM (SELECT amount_owed_id AS claim, count(*) AS n FROM settlement_line
           WHERE settlement_statement_id = NEW.id AND +amount_owed_id IS NOT NULL GROUP BY +amount_owed_id) t
   WHERE amount_owed.id = t.claim;
END
--;
-- Payments never exceed what is stated, are never edited, and decide what is paid.
DROP TRIGGER IF EXISTS settlement_payment_insert_check
--;
CREATE TRIGGER settlement_payment_insert_check BEFORE INSERT ON settlement_payment
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment fits what is left')
   WHERE (SELECT posted_at IS NULL OR status_type_id = 3 OR paid_cents + NEW.amount_cents > total_cents
             OR paid_cents + NEW.amount_cents < 0 FROM settlement_statement WHERE id = NEW.settlement_statement_id);
  SELECT RAISE(ABORT, 'CHECK constraint failed: a reversal takes back its payment')
   WHERE NEW.reverses_id IS NOT NULL AND NEW.amount_cents IS NOT (SELECT -amount_cents FROM settlement_payment
     WHERE id = NEW.reverses_id AND settlement_statement_id = NEW.settlement_statement_id AND reverses_id IS NULL);
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment is above zero') WHERE NEW.reverses_id IS NULL AND NEW.amount_cents < 0;
END
--;
DROP TRIGGER IF EXISTS settlement_payment_add_to_paid
--;
CREATE TRIGGER settlement_payment_add_to_paid AFTER INSERT ON settlement_payment
BEGIN
  UPDATE settlement_statement
     SET paid_cents = paid_cents + NEW.amount_cents,
         status_type_id = CASE WHEN paid_cents + NEW.amount_cents = total_cents THEN 2 ELSE 1 END, version = version + 1
   WHERE id = NEW.settlement_statement_id;
END
--;
DROP TRIGGER IF EXISTS settlement_payment_update_check
--;
CREATE TRIGGER settlement_payment_update_check BEFORE UPDATE ON settlement_payment
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment stays');
END
--;
DROP TRIGGER IF EXISTS settlement_payment_delete_check
--;
CREATE TRIGGER settlement_payment_delete_check BEFORE DELETE ON settlement_payment
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment stays');
END
--;
DROP TRIGGER IF EXISTS settlement_event_update_check
--;
CREATE TRIGGER settlement_event_update_check BEFORE UPDATE ON settlement_event
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: what happened to a statement stays');
END
--;
DROP TRIGGER IF EXISTS settlement_event_delete_check
--;
CREATE TRIGGER settlement_event_delete_check BEFORE DELETE ON settlement_event
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: what happened to a statement stays');
END
--;
DROP TRIGGER IF EXISTS period_close_update_check
--;
CREATE TRIGGER period_close_update_check BEFORE UPDATE ON period_close
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a closing stays');
END
--;
DROP TRIGGER IF EXISTS period_close_delete_check
--;
CREATE TRIGGER period_close_delete_check BEFORE DELETE ON period_close
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a closing stays');
END
--;
DROP TRIGGER IF EXISTS settlement_remark_update_check
--;
CREATE TRIGGER settlement_remark_update_check BEFORE UPDATE ON settlement_remark
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a remark stays');
END
--;
DROP TRIGGER IF EXISTS settlement_remark_delete_check
--;
CREATE TRIGGER settlement_remark_delete_check BEFORE DELETE ON settlement_remark
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a remark stays');
END
--;
-- A claim that stands on a statement stays, and stays between the same two.
DROP TRIGGER IF EXISTS amount_owed_delete_check
--;
CREATE TRIGGER amount_owed_delete_check BEFORE DELETE ON amount_owed WHEN OLD.posted_lines > 0
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a claim on a statement stays');
END
--;
DROP TRIGGER IF EXISTS amount_owed_update_check
--;
CREATE TRIGGER amount_owed_update_check BEFORE UPDATE OF trip_ticket_id, settlement_type_id, paying_company_id, receiving_company_id, share_no ON amount_owed
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a claim stays between the same two');
END
--;

-- Who is due for a load that another company was paid for depends on what of that is on paper: where a statement is void or a draft
-- thrown away, what the others are due is older than any rate, and is priced again before a statement takes it.
DROP TRIGGER IF EXISTS amount_owed_reprice_others
--;
CREATE TRIGGER amount_owed_reprice_others AFTER UPDATE OF posted_lines ON amount_owed
WHEN NEW.posted_lines < OLD.posted_lines AND (NEW.posted_cents = 0) <> (OLD.posted_cents = 0)
BEGIN
  UPDATE amount_owed SET rate_version = -1
   WHERE trip_ticket_id = NEW.trip_ticket_id AND settlement_type_id = NEW.settlement_type_id
     AND paying_company_id = NEW.paying_company_id AND id <> NEW.id
     AND CASE WHEN NEW.posted_cents = 0 THEN problem = 'paid_to_other'
              ELSE NEW.due_cents = 0 AND due_cents > 0 AND posted_cents = 0 END;
END
--;
-- What waits for money that isn't on paper anywhere, of before this was kept.
UPDATE amount_owed SET rate_version = -1
 WHERE problem = 'paid_to_other' AND NOT EXISTS (SELECT 1 FROM amount_owed o
   WHERE o.trip_ticket_id = amount_owed.trip_ticket_id AND o.settlement_type_id = amount_owed.settlement_type_id
     AND o.paying_company_id = amount_owed.paying_company_id AND o.id <> amount_owed.id AND o.posted_lines > 0
     AND (o.posted_cents <> 0 OR EXISTS (SELECT 1 FROM settlement_line l JOIN settlement_statement s ON s.id = l.settlement_statement_id
       WHERE l.amount_owed_id = o.id AND s.posted_at IS NULL)))
--;
-- So is it where a statement that takes it back is posted.
DROP TRIGGER IF EXISTS settlement_statement_reprice_others
--;
CREATE TRIGGER settlement_statement_reprice_others AFTER UPDATE OF posted_at ON settlement_statement
WHEN OLD.posted_at IS NULL AND NEW.posted_at IS NOT NULL
BEGIN
  UPDATE amount_owed SET rate_version = -1
   WHERE paying_company_id = NEW.paying_company_id AND problem = 'paid_to_other'
     AND EXISTS (SELECT 1 FROM amount_owed c JOIN settlement_line l ON l.amount_owed_id = c.id
      WHERE c.trip_ticket_id = amount_owed.trip_ticket_id AND c.settlement_type_id = amount_owed.settlement_type_id
        AND c.paying_company_id = NEW.paying_company_id AND c.id <> amount_owed.id
        AND l.settlement_statement_id = NEW.id AND l.kind = 'reversal');
END
--;

-- What diesel cost in a week is history too: a price that was wrong gets one with the next revision.
DROP TRIGGER IF EXISTS fuel_price_update_check
--;
CREATE TRIGGER fuel_price_update_check BEFORE UPDATE ON fuel_price
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a fuel price stays');
END
--;
DROP TRIGGER IF EXISTS fuel_price_delete_check
--;
CREATE TRIGGER fuel_price_delete_check BEFORE DELETE ON fuel_price
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a fuel price stays');
END
--;
-- So is how it is paid for: a rule that is wrong is followed by another one. It can only be offered no longer.
DROP TRIGGER IF EXISTS fuel_rule_update_check
--;
CREATE TRIGGER fuel_rule_update_check BEFORE UPDATE OF company_id, region, base_mills, method, step_mills, step_points, mpg_tenths, gallon_thousandths,
  wood_unit_type_id, from_weekday, created_at ON fuel_rule
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a fuel rule stays');
END
--;
DROP TRIGGER IF EXISTS fuel_rule_delete_check
--;
CREATE TRIGGER fuel_rule_delete_check BEFORE DELETE ON fuel_rule
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a fuel rule stays');
END
--;
-- A price of diesel has the loads of its week priced again: those of the jobs whose hauling has a surcharge by it. The weeks
-- before and after are looked at too, since a rule says from which weekday a price counts.
DROP TRIGGER IF EXISTS fuel_price_rate_version_insert
--;
CREATE TRIGGER fuel_price_rate_version_insert AFTER INSERT ON fuel_price
BEGIN
  UPDATE job SET rate_version = rate_version + 1
   WHERE id IN (SELECT h.job_id FROM fuel_rule r CROSS JOIN job_haul_rate h
     WHERE r.region = NEW.region AND h.fuel_rule_id = r.id
       AND (NEW.company_id IS NULL OR r.company_id = NEW.company_id OR h.paying_company_id = NEW.company_id)
       AND EXISTS (SELECT 1 FROM amount_owed c
         WHERE c.paying_company_id = h.paying_company_id AND c.status_type_id IN (1, 2, 3)
           AND c.earned_on BETWEEN NEW.week_on AND date(NEW.week_on, '+13 days') AND +c.job_id = h.job_id));
END
