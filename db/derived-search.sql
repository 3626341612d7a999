-- What jobs are found by (app/modules/search): each of their texts from the beginning of each of its words on, in small letters
-- as LIKE compares them, as far as a search can be long (80). Dropped and made again after every migration, as db/derived.sql.
-- A word is what begins a text or follows a blank. A job's name and contract number are for who sees the job (company 0), the
-- names of a company's contracts for that company and who requests the job.
DROP VIEW IF EXISTS job_search_word_rows
--;
CREATE VIEW job_search_word_rows AS
SELECT lower(substr(t.text, w.key + 1, 80)) AS prefix, t.job_id, t.company_id
  FROM (SELECT id AS job_id, 0 AS company_id, name AS text FROM job
        UNION ALL SELECT id, 0, contract_number FROM job
        UNION ALL SELECT job_id, company_id, cut_contract_name FROM job_company
        UNION ALL SELECT job_id, company_id, skid_contract_name FROM job_company
        UNION ALL SELECT job_id, company_id, haul_contract_name FROM job_company) t
  -- As many numbers as the text has letters, from 0 on: a list of zeros.
  CROSS JOIN json_each('[' || replace(hex(zeroblob(length(t.text))), '00', '0,') || '0]') w
 WHERE t.text IS NOT NULL AND (w.key = 0 OR substr(t.text, w.key, 1) = ' ')
--;
CREATE TABLE IF NOT EXISTS job_search_word (
  prefix TEXT NOT NULL,
  job_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  PRIMARY KEY (prefix, job_id, company_id)
) WITHOUT ROWID
--;
CREATE INDEX IF NOT EXISTS job_search_word_of ON job_search_word (job_id)
--;
-- A database that had jobs before it had this table is filled at once.
INSERT OR IGNORE INTO job_search_word
SELECT n.* FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM job_search_word)) unfilled CROSS JOIN job_search_word_rows n ORDER BY 1, 2, 3
--;
-- A job has a handful of words, so all are found again: what is written into this view is a job's id.
DROP VIEW IF EXISTS recompute_job_search_word
--;
CREATE VIEW recompute_job_search_word AS SELECT NULL AS job_id WHERE 0
--;
CREATE TRIGGER recompute_job_search_word_insert INSTEAD OF INSERT ON recompute_job_search_word
BEGIN
  DELETE FROM job_search_word WHERE job_id = NEW.job_id;
  -- A word that a text has twice is kept once.
  INSERT INTO job_search_word SELECT * FROM job_search_word_rows WHERE job_id = NEW.job_id ON CONFLICT DO NOTHING;
END
--;
DROP TRIGGER IF EXISTS job_insert_search_word
--;
CREATE TRIGGER job_insert_search_word AFTER INSERT ON job
BEGIN
  INSERT INTO recompute_job_search_word VALUES (NEW.id);
END
--;
DROP TRIGGER IF EXISTS job_update_search_word
--;
CREATE TRIGGER job_update_search_word AFTER UPDATE OF name, contract_number ON job
WHEN OLD.name IS NOT NEW.name OR OLD.contract_number IS NOT NEW.contract_number
BEGIN
  INSERT INTO recompute_job_search_word VALUES (NEW.id);
END
--;
DROP TRIGGER IF EXISTS job_delete_search_word
--;
CREATE TRIGGER job_delete_search_word AFTER DELETE ON job
BEGIN
  DELETE FROM job_search_word WHERE job_id = OLD.id;
END
--;
DROP TRIGGER IF EXISTS job_company_insert_search_word
--;
CREATE TRIGGER job_company_insert_search_word AFTER INSERT ON job_company
WHEN coalesce(NEW.cut_contract_name, NEW.skid_contract_name, NEW.haul_contract_name) IS NOT NULL
BEGIN
  INSERT INTO recompute_job_search_word VALUES (NEW.job_id);
END
--;
DROP TRIGGER IF EXISTS job_company_update_search_word
--;
CREATE TRIGGER job_company_update_search_word
AFTER UPDATE OF job_id, company_id, cut_contract_name, skid_contract_name, haul_contract_name ON job_company
WHEN OLD.job_id <> NEW.job_id OR OLD.company_id <> NEW.company_id OR OLD.cut_contract_name IS NOT NEW.cut_contract_name
  OR OLD.skid_contract_name IS NOT NEW.skid_contract_name OR OLD.haul_contract_name IS NOT NEW.haul_contract_name
BEGIN
  INSERT INTO recompute_job_search_word VALUES (NEW.job_id);
  INSERT INTO recompute_job_search_word SELECT OLD.job_id WHERE OLD.job_id <> NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_company_delete_search_word
--;
CREATE TRIGGER job_company_delete_search_word AFTER DELETE ON job_company
WHEN coalesce(OLD.cut_contract_name, OLD.skid_contract_name, OLD.haul_contract_name) IS NOT NULL
BEGIN
  INSERT INTO recompute_job_search_word VALUES (OLD.job_id);
END
