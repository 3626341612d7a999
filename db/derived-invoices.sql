-- What the database itself keeps of invoices (docs/invoices.md): dropped and made again after every migration, as
-- db/derived.sql. A refusal's words name the rule; the procedures turn them into words for people.

-- The lines of an invoice may be replaced while it is a draft, and never change.
DROP TRIGGER IF EXISTS invoice_line_insert_check
--;
CREATE TRIGGER invoice_line_insert_check BEFORE INSERT ON invoice_line
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: lines go into drafts')
   WHERE (SELECT status FROM invoice WHERE id = NEW.invoice_id) IS NOT 'draft';
  SELECT RAISE(ABORT, 'CHECK constraint failed: a certification belongs to who sells by it')
   WHERE NEW.certification_id IS NOT NULL AND (SELECT company_id FROM certification WHERE id = NEW.certification_id)
         IS NOT (SELECT company_id FROM invoice WHERE id = NEW.invoice_id);
END
--;
DROP TRIGGER IF EXISTS invoice_line_update_check
--;
CREATE TRIGGER invoice_line_update_check BEFORE UPDATE ON invoice_line
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a line of an invoice stays');
END
--;
DROP TRIGGER IF EXISTS invoice_line_delete_check
--;
CREATE TRIGGER invoice_line_delete_check BEFORE DELETE ON invoice_line
WHEN (SELECT status FROM invoice WHERE id = OLD.invoice_id) <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a line of an invoice stays');
END
--;
DROP TRIGGER IF EXISTS invoice_insert_check
--;
CREATE TRIGGER invoice_insert_check BEFORE INSERT ON invoice WHEN NEW.status <> 'draft' OR NEW.paid_cents <> 0
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: an invoice starts as a draft');
END
--;
-- Issued: the next number of its company, the sum of its lines, and the very amount of the statement that it is for.
DROP TRIGGER IF EXISTS invoice_issue_check
--;
CREATE TRIGGER invoice_issue_check BEFORE UPDATE OF status ON invoice WHEN OLD.status = 'draft' AND NEW.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a draft is issued first') WHERE NEW.status <> 'open';
  SELECT RAISE(ABORT, 'CHECK constraint failed: numbers follow each other')
   WHERE NEW.number IS NOT (SELECT coalesce(max(number), 1000) + 1 FROM invoice
     WHERE company_id = NEW.company_id AND number IS NOT NULL);
  SELECT RAISE(ABORT, 'CHECK constraint failed: an invoice is the sum of its lines')
   WHERE NEW.subtotal_cents IS NOT (SELECT sum(amount_cents) FROM invoice_line WHERE invoice_id = NEW.id)
      OR NEW.total_cents <= 0;
  SELECT RAISE(ABORT, 'CHECK constraint failed: an invoice is what its statement says')
   WHERE NEW.settlement_statement_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM settlement_statement s
     WHERE s.id = NEW.settlement_statement_id AND s.receiving_company_id = NEW.company_id
       AND s.paying_company_id = NEW.customer_company_id AND s.total_cents = NEW.total_cents
       AND s.posted_at IS NOT NULL AND s.status_type_id <> 3);
END
--;
DROP TRIGGER IF EXISTS invoice_update_check
--;
CREATE TRIGGER invoice_update_check BEFORE UPDATE OF company_id, number, customer_company_id, customer_name, customer_address, issued_on, due_on,
  subtotal_cents, tax_ppm, tax_cents, total_cents, memo, settlement_statement_id, created_at ON invoice WHEN OLD.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: an issued invoice stays');
END
--;
DROP TRIGGER IF EXISTS invoice_delete_check
--;
CREATE TRIGGER invoice_delete_check BEFORE DELETE ON invoice WHEN OLD.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: an issued invoice stays');
END
--;
DROP TRIGGER IF EXISTS invoice_status_check
--;
CREATE TRIGGER invoice_status_check BEFORE UPDATE OF status ON invoice WHEN OLD.status <> 'draft' AND NEW.status <> OLD.status
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a void invoice stays void') WHERE OLD.status = 'void';
  SELECT RAISE(ABORT, 'CHECK constraint failed: an issued invoice is no draft again') WHERE NEW.status = 'draft';
  SELECT RAISE(ABORT, 'CHECK constraint failed: an invoice with payments is not voided')
   WHERE NEW.status = 'void' AND OLD.paid_cents <> 0;
END
--;
-- An issued invoice takes over what its statement was paid before.
DROP TRIGGER IF EXISTS invoice_copy_statement_payments
--;
CREATE TRIGGER invoice_copy_statement_payments AFTER UPDATE OF status ON invoice
WHEN OLD.status = 'draft' AND NEW.status = 'open' AND NEW.settlement_statement_id IS NOT NULL
BEGIN
  INSERT INTO invoice_payment (invoice_id, amount_cents, method, reference, paid_on, settlement_payment_id,
      creator_user_id, creator_label, creator_company_id, created_at)
    SELECT NEW.id, p.amount_cents, p.method, p.reference, p.paid_on, p.id,
           p.creator_user_id, p.creator_label, p.creator_company_id, p.created_at
      FROM settlement_payment p WHERE p.settlement_statement_id = NEW.settlement_statement_id AND p.amount_cents > 0
       AND NOT EXISTS (SELECT 1 FROM settlement_payment r WHERE r.reverses_id = p.id)
     ORDER BY p.id;
END
--;
-- What is paid on a statement is paid on its invoice, and what bounces there bounces here.
DROP TRIGGER IF EXISTS settlement_payment_copy_to_invoice
--;
CREATE TRIGGER settlement_payment_copy_to_invoice AFTER INSERT ON settlement_payment
BEGIN
  INSERT INTO invoice_payment (invoice_id, amount_cents, method, reference, paid_on, reverses_id, reason, settlement_payment_id,
      creator_user_id, creator_label, creator_company_id, created_at)
    SELECT i.id, NEW.amount_cents, NEW.method, NEW.reference, NEW.paid_on,
           (SELECT p.id FROM invoice_payment p WHERE p.settlement_payment_id = NEW.reverses_id AND p.invoice_id = i.id),
           NEW.reason, NEW.id, NEW.creator_user_id, NEW.creator_label, NEW.creator_company_id, NEW.created_at
      FROM invoice i WHERE i.settlement_statement_id = NEW.settlement_statement_id AND i.status <> 'void' AND i.status <> 'draft';
END
--;
-- Payments never exceed what is asked, are never edited, and decide what is paid.
DROP TRIGGER IF EXISTS invoice_payment_insert_check
--;
CREATE TRIGGER invoice_payment_insert_check BEFORE INSERT ON invoice_payment
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment fits what is left')
   WHERE (SELECT status IN ('draft', 'void') OR paid_cents + NEW.amount_cents > total_cents
             OR paid_cents + NEW.amount_cents < 0 FROM invoice WHERE id = NEW.invoice_id);
  SELECT RAISE(ABORT, 'CHECK constraint failed: a reversal takes back its payment')
   WHERE NEW.reverses_id IS NOT NULL AND NEW.amount_cents IS NOT (SELECT -amount_cents FROM invoice_payment
     WHERE id = NEW.reverses_id AND invoice_id = NEW.invoice_id AND reverses_id IS NULL);
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment is above zero') WHERE NEW.reverses_id IS NULL AND NEW.amount_cents < 0;
  SELECT RAISE(ABORT, 'CHECK constraint failed: the invoice of a statement is paid with it')
   WHERE NEW.settlement_payment_id IS NULL
     AND (SELECT settlement_statement_id FROM invoice WHERE id = NEW.invoice_id) IS NOT NULL;
END
--;
DROP TRIGGER IF EXISTS invoice_payment_add_to_paid
--;
CREATE TRIGGER invoice_payment_add_to_paid AFTER INSERT ON invoice_payment
BEGIN
  UPDATE invoice
     SET paid_cents = paid_cents + NEW.amount_cents,
         status = CASE WHEN paid_cents + NEW.amount_cents = total_cents THEN 'paid' ELSE 'open' END, version = version + 1
   WHERE id = NEW.invoice_id;
END
--;
DROP TRIGGER IF EXISTS invoice_payment_update_check
--;
CREATE TRIGGER invoice_payment_update_check BEFORE UPDATE ON invoice_payment
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment stays');
END
--;
DROP TRIGGER IF EXISTS invoice_payment_delete_check
--;
CREATE TRIGGER invoice_payment_delete_check BEFORE DELETE ON invoice_payment
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a payment stays');
END
--;
DROP TRIGGER IF EXISTS invoice_sending_update_check
--;
CREATE TRIGGER invoice_sending_update_check BEFORE UPDATE ON invoice_sending
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: what was sent stays');
END
--;
-- A statement that somebody was asked to pay is not taken back before the invoice is.
DROP TRIGGER IF EXISTS settlement_statement_invoiced_void_check
--;
CREATE TRIGGER settlement_statement_invoiced_void_check BEFORE UPDATE OF status_type_id ON settlement_statement WHEN NEW.status_type_id = 3
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a statement with an invoice is not voided')
   WHERE EXISTS (SELECT 1 FROM invoice i WHERE i.settlement_statement_id = OLD.id AND i.status <> 'void' AND i.status <> 'draft');
END
--;
-- What was paid by card goes back at Stripe, and is taken back by what is pulled from there: never by hand, on either side.
DROP TRIGGER IF EXISTS invoice_payment_card_reversal_check
--;
CREATE TRIGGER invoice_payment_card_reversal_check BEFORE INSERT ON invoice_payment WHEN NEW.reverses_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: a card payment goes back at Stripe')
   WHERE EXISTS (SELECT 1 FROM invoice_card_payment c WHERE c.invoice_payment_id = NEW.reverses_id);
END
--;
DROP TRIGGER IF EXISTS invoice_card_transaction_update_check
--;
CREATE TRIGGER invoice_card_transaction_update_check BEFORE UPDATE ON invoice_card_transaction
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: what happened at Stripe stays');
END
--;
DROP TRIGGER IF EXISTS invoice_card_transaction_delete_check
--;
CREATE TRIGGER invoice_card_transaction_delete_check BEFORE DELETE ON invoice_card_transaction
BEGIN
  SELECT RAISE(ABORT, 'CHECK constraint failed: what happened at Stripe stays');
END
