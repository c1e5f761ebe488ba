-- Conditions that a source was asked about come back with Java's spelling of numbers and with two operands.
CREATE TABLE prices (
  sku   STRING,
  price DOUBLE,
  rate  FLOAT,
  since TIMESTAMP(3)
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://db:5432/shop',
  'table-name' = 'prices'
);

SELECT sku, price FROM prices WHERE price = 3 AND rate > 2.5;

SELECT sku FROM prices WHERE sku = 'a' OR sku = 'b' OR price = 2;

SELECT sku FROM prices WHERE since > LOCALTIMESTAMP - INTERVAL '7' DAY;
