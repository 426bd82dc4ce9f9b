-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: shop
-- ------------------------------------------------------
-- Server version	8.0.36

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;

--
-- Table structure for table `orders`
--

DROP TABLE IF EXISTS `orders`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `orders` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `big` bigint unsigned NOT NULL DEFAULT '0',
  `key` varchar(255) COLLATE utf8mb4_unicode_ci NOT NULL DEFAULT 'it''s; (\'x\'',
  `total` decimal(10,2) NOT NULL DEFAULT '0.00',
  `points` decimal(20,0) DEFAULT NULL,
  `paid` tinyint(1) NOT NULL DEFAULT '0',
  `stars` tinyint DEFAULT NULL,
  `state` enum('new','it''s, paid','done)') CHARACTER SET latin1 COLLATE latin1_swedish_ci DEFAULT 'new',
  `options` set('a','b') DEFAULT NULL,
  `placed` datetime(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  `changed` timestamp NULL DEFAULT NULL,
  `day` date DEFAULT NULL,
  `vintage` year DEFAULT NULL,
  `at` time DEFAULT NULL,
  `weight` double(8,2) DEFAULT NULL,
  `ratio` float DEFAULT NULL,
  `doc` json DEFAULT NULL,
  `raw` mediumblob,
  `hash` binary(16) DEFAULT NULL,
  `flag` bit(1) DEFAULT b'0',
  `place` geometry NOT NULL /*!80003 SRID 4326 */,
  `note` longtext COMMENT 'What; the ''customer'' says',
  `gross` decimal(12,4) GENERATED ALWAYS AS ((`total` * 1.2)) VIRTUAL,
  `secret` varchar(20) DEFAULT NULL /*!80023 INVISIBLE */,
  PRIMARY KEY (`id`),
  UNIQUE KEY `orders_key` (`key`(50)),
  KEY `index` (`state`,`placed`) USING BTREE,
  FULLTEXT KEY `note` (`note`),
  SPATIAL KEY `place` (`place`),
  KEY `functional` ((lower(`key`))),
  CONSTRAINT `orders_ibfk_1` FOREIGN KEY (`id`) REFERENCES `customers` (`id`) ON DELETE CASCADE,
  CONSTRAINT `positive` CHECK ((`total` >= 0))
) ENGINE=InnoDB AUTO_INCREMENT=42 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='All orders; and more'
/*!50100 PARTITION BY RANGE (year(`placed`))
(PARTITION p0 VALUES LESS THAN (2020) ENGINE = InnoDB,
 PARTITION p1 VALUES LESS THAN MAXVALUE ENGINE = InnoDB) */;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `orders` WRITE;
/*!40000 ALTER TABLE `orders` DISABLE KEYS */;
INSERT INTO `orders` VALUES (1,2,'a\\','1.00'),(2,3,'quote \' ; CREATE TABLE `in_data` (a int);\n','2.00'),(3,4,_binary '\0\'\Z;','/* no comment'),(4,5,0x27,'-- none'),(5,6,'"','`');
/*!40000 ALTER TABLE `orders` ENABLE KEYS */;
UNLOCK TABLES;
/*!50003 SET @saved_sql_mode       = @@sql_mode */ ;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER `stamp` BEFORE INSERT ON `orders` FOR EACH ROW BEGIN
  IF NEW.note IS NULL THEN SET NEW.note = 'none; yet'; END IF;
  CREATE TEMPORARY TABLE t (a int);
END */;;
DELIMITER ;

--
-- Temporary view structure for view `big_orders`
--

/*!50001 DROP VIEW IF EXISTS `big_orders`*/;
SET @saved_cs_client     = @@character_set_client;
/*!50001 CREATE VIEW `big_orders` AS SELECT
 1 AS `id`,
 1 AS `total`*/;
SET character_set_client = @saved_cs_client;

/*!50003 DROP PROCEDURE IF EXISTS `report` */;
DELIMITER ;;
CREATE DEFINER=`root`@`localhost` PROCEDURE `report`(IN since DATE)
BEGIN
  CREATE TABLE temporary_result (a int);
  SELECT * FROM orders WHERE placed > since;
END ;;
DELIMITER ;

/*!50001 DROP VIEW IF EXISTS `big_orders`*/;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=`root`@`localhost` SQL SECURITY DEFINER */
/*!50001 VIEW `big_orders` AS select `orders`.`id` AS `id`,`orders`.`total` AS `total` from `orders` where (`orders`.`total` > 100) */;
-- Dump completed on 2024-05-05 10:00:00
