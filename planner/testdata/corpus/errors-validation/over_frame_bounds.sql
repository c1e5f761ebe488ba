-- A frame that is measured in neither numbers nor days.
CREATE TABLE clicks (
  user_id INT,
  pt AS PROCTIME()
) WITH ('connector' = 'datagen');

SELECT COUNT(user_id) OVER (ORDER BY pt ROWS BETWEEN '2' PRECEDING AND CURRENT ROW) FROM clicks;
SELECT COUNT(user_id) OVER (ORDER BY pt RANGE BETWEEN INTERVAL '1' MONTH PRECEDING AND CURRENT ROW) FROM clicks;
SELECT ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY pt) AS a, ROW_NUMBER() OVER (PARTITION BY pt) AS b FROM clicks;
