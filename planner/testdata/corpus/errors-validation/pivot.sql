-- PIVOT is read and validated, and then fails in Flink; so does UNPIVOT of several columns, at the end.
CREATE TABLE sales (shop STRING, quarter STRING, amount INT, cost INT, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM sales PIVOT (SUM(amount) AS total, COUNT(*) AS n FOR quarter IN ('Q1' AS q1, 'Q2' AS q2));
SELECT q1_total FROM sales PIVOT (SUM(amount) AS total FOR quarter IN ('Q1' AS q1));
SELECT q9 FROM sales PIVOT (SUM(amount) AS total FOR quarter IN ('Q1' AS q1));
SELECT * FROM sales PIVOT (SUM(amount), SUM(cost) FOR quarter IN ('Q1'));
SELECT * FROM sales PIVOT (UPPER(shop) FOR quarter IN ('Q1'));
SELECT * FROM sales PIVOT (SUM(amount) FOR (shop, quarter) IN ('Q1'));
SELECT * FROM sales PIVOT (SUM(amount) FOR half IN ('H1'));
SELECT * FROM sales UNPIVOT (v FOR k IN (amount, cost));
SELECT * FROM sales UNPIVOT (v FOR k IN (amount, n));
SELECT shop, k, v FROM sales UNPIVOT INCLUDE NULLS (v FOR k IN (amount AS 'a'));
SELECT * FROM sales UNPIVOT (v FOR k IN (cost));
SELECT * FROM sales UNPIVOT ((v, w) FOR k IN ((amount, cost) AS 'both'));
SELECT * FROM sales UNPIVOT (v FOR k IN (amount, shop));
SELECT * FROM sales UNPIVOT ((v, w) FOR k IN (amount, cost));
SELECT * FROM sales UNPIVOT (v FOR v IN (amount, cost));
SELECT * FROM sales UNPIVOT (v FOR k IN (amount AS 'a', cost AS DATE '2024-01-01'));
SELECT * FROM sales UNPIVOT (v FOR k IN (amount)) AS u (a, b);
