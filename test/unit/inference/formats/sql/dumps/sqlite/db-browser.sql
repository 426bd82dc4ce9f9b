BEGIN TRANSACTION;
DROP TABLE IF EXISTS `people`;
CREATE TABLE IF NOT EXISTS `people` (
	`id`	INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT UNIQUE,
	`first name`	TEXT CHECK(`first name` <> 'a, b'),
	`height;cm`	REAL DEFAULT 0.0,
	`born`	DATE,
	`key` TEXT,
	`photo`	BLOB,
	`paid`	NUMERIC(8,2),
	`points`	INT UNSIGNED
);
DROP TABLE IF EXISTS 'teams';
CREATE TABLE 'teams' ('id' INTEGER, "name" VARCHAR(20), [size] TINYINT, founded TIMESTAMP);
INSERT INTO `people` (`id`,`first name`) VALUES (1,'O''Brien; `x`');
INSERT INTO `people` (`id`,`first name`) VALUES (2,'CREATE TABLE z (a int);');
CREATE INDEX IF NOT EXISTS `by_name` ON `people` (`first name`);
COMMIT;
