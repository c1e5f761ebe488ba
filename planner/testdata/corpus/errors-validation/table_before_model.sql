-- Tables that are given to a function are looked for before its model.
CREATE TABLE t (id INT, f STRING) WITH ('connector' = 'datagen');
SELECT * FROM ML_PREDICT(TABLE missing, MODEL m, DESCRIPTOR(f));
SELECT * FROM ML_PREDICT(INPUT => TABLE missing, MODEL => MODEL m, ARGS => DESCRIPTOR(f));
SELECT * FROM ML_PREDICT(TABLE t, MODEL m, DESCRIPTOR(f));
SELECT t.id FROM t AS o, LATERAL TABLE(ML_PREDICT(TABLE o, MODEL m, DESCRIPTOR(f)));
