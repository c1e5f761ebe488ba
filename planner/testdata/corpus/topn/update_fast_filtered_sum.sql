CREATE TABLE bids (item STRING, bidder STRING, price INT) WITH ('connector' = 'datagen');

-- A sum of what a FILTER leaves positive only grows.
EXPLAIN CHANGELOG_MODE SELECT item, bidder, total FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY item ORDER BY total DESC) AS rn FROM
  (SELECT item, bidder, SUM(price) FILTER (WHERE price > 0) AS total FROM bids GROUP BY item, bidder)) WHERE rn <= 3;
EXPLAIN CHANGELOG_MODE SELECT item, bidder, total FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY item ORDER BY total DESC) AS rn FROM
  (SELECT item, bidder, SUM(price) FILTER (WHERE NOT price < 0) AS total FROM bids GROUP BY item, bidder)) WHERE rn <= 3;
EXPLAIN CHANGELOG_MODE SELECT item, bidder, total FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY item ORDER BY total DESC) AS rn FROM
  (SELECT item, bidder, SUM(price) FILTER (WHERE price > 0 OR bidder = 'a') AS total FROM bids GROUP BY item, bidder)) WHERE rn <= 3;
