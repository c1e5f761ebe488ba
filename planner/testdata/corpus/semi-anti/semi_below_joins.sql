-- Semi joins below joins, one above the other, by what each is estimated to keep.
CREATE TABLE f (o INT, a INT, b INT, w INT, p DOUBLE) WITH ('connector'='datagen');
CREATE TABLE da (k INT, m STRING, c STRING) WITH ('connector'='datagen');
CREATE TABLE db (k INT, m STRING, c STRING) WITH ('connector'='datagen');
CREATE TABLE r (o INT, w INT, x STRING) WITH ('connector'='datagen');
SELECT SUM(p) FROM f, da WHERE f.a = da.k AND da.m = 'x' AND f.o IN (SELECT o FROM r WHERE x = 'a');
SELECT p FROM f, da WHERE f.a = da.k AND da.m = 'x' AND f.o IN (SELECT o FROM r WHERE x = 'a');
SELECT SUM(p) FROM f, da, db WHERE f.a = da.k AND da.m = 'x' AND f.b = db.k AND db.m = 'x' AND f.o IN (SELECT o FROM r WHERE x = 'a');
SELECT SUM(p) FROM f, da, db WHERE f.a = da.k AND da.m = 'x' AND f.b = db.k AND db.m = 'x' AND f.o IN (SELECT o FROM r WHERE x = 'a') AND f.w IN (SELECT w FROM r WHERE x = 'b');
SELECT SUM(p) FROM f, da WHERE f.a = da.k AND da.m = 'x' AND f.o IN (SELECT o FROM r WHERE x = 'a') AND f.w IN (SELECT w FROM r WHERE x = 'b');
SELECT SUM(p) FROM f, da, db WHERE f.a = da.k AND da.m = 'x' AND f.b = db.k AND db.m = 'x' AND EXISTS (SELECT * FROM r WHERE r.o = f.o AND r.w <> f.w);
