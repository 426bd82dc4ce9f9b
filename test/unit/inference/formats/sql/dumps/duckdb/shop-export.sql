CREATE SCHEMA shop;
CREATE SEQUENCE shop.seq INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 5 NO CYCLE;
CREATE TABLE lines(order_id BIGINT);
CREATE TABLE orders(id INTEGER, "Größe" FLOAT, "odd ""name" DATE);
CREATE TABLE shop.orders(id BIGINT DEFAULT(nextval('shop.seq')) PRIMARY KEY, "key" VARCHAR NOT NULL, total DECIMAL(12,2), placed TIMESTAMP DEFAULT(now()), tax DOUBLE GENERATED ALWAYS AS((total * 0.081)), tags VARCHAR[] DEFAULT(main.list_value('a', 'b;c')), CHECK(((total > 0) AND ("key" != 'a,b;'))));
CREATE MACRO plus (a, b) AS ((a + b));
CREATE VIEW big AS SELECT * FROM shop.orders WHERE (total > 100);
CREATE INDEX by_key ON shop.orders("key");

