/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19-11.4.2-MariaDB, for debian-linux-gnu (x86_64)
--
/*!40101 SET NAMES utf8mb4 */;
CREATE DATABASE /*!32312 IF NOT EXISTS*/ `crm` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE `crm`;
# A comment with an apostrophe: it's here
DROP TABLE IF EXISTS `users`;
CREATE TABLE `users` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `uuid` uuid DEFAULT uuid(),
  `address` inet6 DEFAULT NULL,
  `profile` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(`profile`)),
  `active` tinyint(1) DEFAULT 1,
  `small` smallint(5) unsigned zerofill DEFAULT NULL,
  `start` timestamp(6) GENERATED ALWAYS AS ROW START,
  `end` timestamp(6) GENERATED ALWAYS AS ROW END,
  PRIMARY KEY (`id`,`end`),
  PERIOD FOR SYSTEM_TIME (`start`, `end`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 WITH SYSTEM VERSIONING;
CREATE TABLE `visits` LIKE `users`;
ALTER TABLE `visits` ADD COLUMN `page` varchar(100) AFTER `id`, DROP `address`, CHANGE `active` `counted` int NOT NULL DEFAULT 0, MODIFY COLUMN `profile` text, ADD KEY `p` (`page`), DROP PRIMARY KEY, RENAME COLUMN `small` TO `tiny`;
CREATE DATABASE `erp`;
USE `erp`;
CREATE TABLE `users` (
  `login` char(20) NOT NULL,
  `rate` decimal(5,3) DEFAULT NULL
) ENGINE=Aria;
CREATE TABLE `old` (`a` int);
RENAME TABLE `old` TO `renamed`;
CREATE OR REPLACE TABLE `renamed` (`a` bigint, `key` int, `index` varchar(20));
