-- What jobs are found by (app/features/search): each of their texts from the beginning of each of its words on, in small letters
-- as LIKE compares them, as far as a search can be long (80). Dropped and made again after every migration, as db/derived.sql.
-- A word is what begins a text or follows a blank. A job's name and contract number are for who sees the job (company 0), the
-- names of a company's contracts for that company and who requests the job.
DROP VIEW IF EXISTS job_word_now
--;
CREATE VIEW job_word_now AS
SELECT lower(substr(t.text, w.key + 1, 80)) AS begins, t.job_id, t.company_id
  FROM (SELECT id AS job_id, 0 AS company_id, name AS text FROM job
        UNION ALL SELECT id, 0, contract_number FROM job
        UNION ALL SELECT job_id, company_id, cut_contract_name FROM job_company
        UNION ALL SELECT job_id, company_id, skid_contract_name FROM job_company
        UNION ALL SELECT job_id, company_id, haul_contract_name FROM job_company) t
  -- As many numbers as the text has letters, from 0 on: a list of zeros.
  CROSS JOIN json_each('[' || replace(hex(zeroblob(length(t.text))), '00', '0,') || '0]') w
 WHERE t.text IS NOT NULL AND (w.key = 0 OR substr(t.text, w.key, 1) = ' ')
--;
CREATE TABLE IF NOT EXISTS job_word (
  begins TEXT NOT NULL,
  job_id INTEGER NOT NULL,
  company_id INTEGER NOT NULL,
  PRIMARY KEY (begins, job_id, company_id)
) WITHOUT ROWID
--;
CREATE INDEX IF NOT EXISTS job_word_of ON job_word (job_id)
--;
-- A database that had jobs before it had this table is filled at once.
INSERT OR IGNORE INTO job_word
SELECT n.* FROM (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM job_word)) unfilled CROSS JOIN job_word_now n ORDER BY 1, 2, 3
--;
-- A job has a handful of words, so all are found again: what is written into this view is a job's id.
DROP VIEW IF EXISTS job_word_again
--;
CREATE VIEW job_word_again AS SELECT NULL AS job_id WHERE 0
--;
CREATE TRIGGER job_words_found INSTEAD OF INSERT ON job_word_again
BEGIN
  DELETE FROM job_word WHERE job_id = NEW.job_id;
  -- A word that a text has twice is kept once.
  INSERT INTO job_word SELECT * FROM job_word_now WHERE job_id = NEW.job_id ON CONFLICT DO NOTHING;
END
--;
DROP TRIGGER IF EXISTS job_words_of_job
--;
CREATE TRIGGER job_words_of_job AFTER INSERT ON job
BEGIN
  INSERT INTO job_word_again VALUES (NEW.id);
END
--;
DROP TRIGGER IF EXISTS job_words_of_job_update
--;
CREATE TRIGGER job_words_of_job_update AFTER UPDATE OF name, contract_number ON job
WHEN OLD.name IS NOT NEW.name OR OLD.contract_number IS NOT NEW.contract_number
BEGIN
  INSERT INTO job_word_again VALUES (NEW.id);
END
--;
DROP TRIGGER IF EXISTS job_words_of_job_delete
--;
CREATE TRIGGER job_words_of_job_delete AFTER DELETE ON job
BEGIN
  DELETE FROM job_word WHERE job_id = OLD.id;
END
--;
DROP TRIGGER IF EXISTS job_words_of_place
--;
CREATE TRIGGER job_words_of_place AFTER INSERT ON job_company
WHEN coalesce(NEW.cut_contract_name, NEW.skid_contract_name, NEW.haul_contract_name) IS NOT NULL
BEGIN
  INSERT INTO job_word_again VALUES (NEW.job_id);
END
--;
DROP TRIGGER IF EXISTS job_words_of_place_update
--;
CREATE TRIGGER job_words_of_place_update
AFTER UPDATE OF job_id, company_id, cut_contract_name, skid_contract_name, haul_contract_name ON job_company
WHEN OLD.job_id <> NEW.job_id OR OLD.company_id <> NEW.company_id OR OLD.cut_contract_name IS NOT NEW.cut_contract_name
  OR OLD.skid_contract_name IS NOT NEW.skid_contract_name OR OLD.haul_contract_name IS NOT NEW.haul_contract_name
BEGIN
  INSERT INTO job_word_again VALUES (NEW.job_id);
  INSERT INTO job_word_again SELECT OLD.job_id WHERE OLD.job_id <> NEW.job_id;
END
--;
DROP TRIGGER IF EXISTS job_words_of_place_delete
--;
CREATE TRIGGER job_words_of_place_delete AFTER DELETE ON job_company
WHEN coalesce(OLD.cut_contract_name, OLD.skid_contract_name, OLD.haul_contract_name) IS NOT NULL
BEGIN
  INSERT INTO job_word_again VALUES (OLD.job_id);
END
