-- Tables declared as before Flink 1.11: CSV files are read by columns and written by appending, by nodes of their own.
CREATE TABLE orders (id INT, amount DOUBLE, currency STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH (
  'connector.type' = 'filesystem', 'connector.path' = '/data/orders.csv', 'format.type' = 'csv', 'format.field-delimiter' = '|');
CREATE TABLE totals (currency STRING, total DOUBLE) WITH ('connector.type' = 'filesystem', 'connector.path' = '/data/totals', 'format.type' = 'csv');
CREATE TABLE unknown_key (id INT) WITH ('connector.type' = 'filesystem', 'connector.path' = '/data/x', 'format.type' = 'csv', 'format.color' = 'red');
CREATE TABLE no_path (id INT, s STRING METADATA) WITH ('connector.type' = 'filesystem', 'format.type' = 'csv');
CREATE TABLE with_metadata (id INT, s STRING METADATA FROM 'x' VIRTUAL) WITH ('connector.type' = 'filesystem', 'connector.path' = '/data/x', 'format.type' = 'csv', 'update-mode' = 'append');
SELECT amount FROM orders WHERE currency = 'EUR' LIMIT 3;
SELECT COUNT(*) FROM orders;
INSERT INTO totals SELECT currency, amount FROM orders;
INSERT INTO totals SELECT currency, SUM(amount) FROM orders GROUP BY currency;
INSERT INTO totals (currency) SELECT currency FROM orders;
INSERT OVERWRITE totals SELECT currency, amount FROM orders;
EXECUTE STATEMENT SET BEGIN INSERT INTO totals SELECT currency, amount FROM orders; INSERT INTO totals SELECT 'all', amount FROM orders; END;
SELECT * FROM unknown_key;
INSERT INTO unknown_key VALUES (1);
SELECT * FROM no_path;
SELECT * FROM with_metadata;
