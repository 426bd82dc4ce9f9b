USE [master]
GO
/****** Object:  Database [Shop]    Script Date: 05.05.2024 10:00:00 ******/
CREATE DATABASE [Shop]
 CONTAINMENT = NONE
 ON  PRIMARY 
( NAME = N'Shop', FILENAME = N'C:\Data\Shop.mdf' , SIZE = 8192KB )
GO
ALTER DATABASE [Shop] SET COMPATIBILITY_LEVEL = 150
GO
:setvar Path "C:\Program Files\"
USE [Shop]
GO
CREATE TYPE [dbo].[Name] FROM [nvarchar](50) NULL
GO
CREATE TYPE [dbo].[Flag] FROM [bit] NOT NULL
GO
CREATE TYPE [dbo].[Ids] AS TABLE([Id] [int] NOT NULL, PRIMARY KEY CLUSTERED ([Id] ASC))
GO
SET ANSI_NULLS ON
GO
SET QUOTED_IDENTIFIER ON
GO
CREATE TABLE [dbo].[Order Details](
	[OrderID] [int] IDENTITY(1,1) NOT NULL,
	[Name] [dbo].[Name] NOT NULL,
	[Active] [dbo].[Flag] NOT NULL,
	[Price] [money] NOT NULL,
	[Small] [smallmoney] NULL,
	[Rate] [decimal](9, 4) NULL,
	[Whole] [numeric](18, 0) NULL,
	[Wide] [decimal](38, 0) NULL,
	[Discontinued] [bit] NOT NULL,
	[Text] [nvarchar](max) COLLATE Latin1_General_CI_AS NULL,
	[Odd]]name; here] [varchar](20) NULL,
	[Total]  AS ([Price]*[Rate]) PERSISTED,
	[When] [datetime2](7) NULL,
	[Offset] [datetimeoffset](7) NULL,
	[Day] [date] NULL,
	[Clock] [time](7) NULL,
	[Old] [smalldatetime] NULL,
	[Row] [timestamp] NOT NULL,
	[Guid] [uniqueidentifier] ROWGUIDCOL  NOT NULL,
	[Photo] [varbinary](max) NULL,
	[Doc] [xml] NULL,
	[Place] [geography] NULL,
	[Node] [hierarchyid] NULL,
	[Any] [sql_variant] NULL,
	[Ratio] [float] NULL,
	[Single] [real] NULL,
	[Tiny] [tinyint] NULL,
	[Label] [sysname] NULL,
 CONSTRAINT [PK_Order Details] PRIMARY KEY CLUSTERED 
(
	[OrderID] ASC
)WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF, IGNORE_DUP_KEY = OFF) ON [PRIMARY],
 INDEX [IX_Name] NONCLUSTERED ([Name])
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY]
GO
SET ANSI_NULLS ON
GO
IF NOT EXISTS (SELECT * FROM sys.objects WHERE object_id = OBJECT_ID(N'[sales].[Customer]') AND type in (N'U'))
BEGIN
CREATE TABLE [sales].[Customer](
	[Id] [int] NOT NULL,
	[Code] [nchar](5) NULL
) ON [PRIMARY]
END
GO
CREATE VIEW [dbo].[Big Orders] AS
SELECT * FROM [dbo].[Order Details] WHERE Price > 100
GO
CREATE PROCEDURE [dbo].[Report] @since date
AS
BEGIN
	CREATE TABLE #result (a int);
	CREATE TABLE dbo.Scratch (a int);
	SELECT * FROM [Order Details] WHERE [Day] > @since;
END
GO
ALTER TABLE [dbo].[Order Details] ADD  CONSTRAINT [DF_Active]  DEFAULT ((1)) FOR [Active]
GO
ALTER TABLE [dbo].[Order Details]  WITH CHECK ADD  CONSTRAINT [FK_x] FOREIGN KEY([OrderID])
REFERENCES [sales].[Customer] ([Id])
GO
ALTER TABLE [dbo].[Order Details] CHECK CONSTRAINT [FK_x]
GO
ALTER TABLE sales.Customer ADD Mail nvarchar(100) NULL, Born date, Points bigint NOT NULL DEFAULT (0)
ALTER TABLE sales.Customer ALTER COLUMN Code varchar(10) NOT NULL
ALTER TABLE sales.Customer DROP COLUMN Points
GO
INSERT [sales].[Customer] ([Id], [Code], [Mail]) VALUES (1, N'it''s', N'C:\')
INSERT [sales].[Customer] ([Id], [Code], [Mail]) VALUES (2, N'CREATE TABLE t (a int)', N'b')
GO
/* a comment /* in a comment */ CREATE TABLE never (a int) */
EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'All; orders' , @level0type=N'SCHEMA',@level0name=N'dbo'
GO
USE [master]
GO
