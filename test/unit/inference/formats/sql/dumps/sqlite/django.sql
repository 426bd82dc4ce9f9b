-- sqlite3 db.sqlite3 .schema
CREATE TABLE IF NOT EXISTS "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
CREATE TABLE sqlite_sequence(name,seq);
CREATE TABLE IF NOT EXISTS "shop_product" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "title" varchar(100) NOT NULL, "price" decimal NOT NULL, "stock" integer unsigned NOT NULL CHECK ("stock" >= 0), "rating" real NULL, "is_new" bool NOT NULL, "released" date NULL, "opens" time NULL, "spec" text NOT NULL CHECK ((JSON_VALID("spec") OR "spec" IS NULL)), "uid" char(32) NOT NULL, "kind" smallint unsigned NOT NULL, "views" bigint NOT NULL, "category_id" bigint NOT NULL REFERENCES "shop_category" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE IF NOT EXISTS "shop_category" ("id" bigint NOT NULL PRIMARY KEY, "name" varchar(50) NOT NULL UNIQUE);
CREATE INDEX "shop_product_category" ON "shop_product" ("category_id");
CREATE UNIQUE INDEX "u" ON "shop_product" ("title", "kind");
