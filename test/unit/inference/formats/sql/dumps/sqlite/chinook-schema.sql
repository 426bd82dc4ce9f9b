CREATE TABLE [Album](
  [AlbumId] INTEGER NOT NULL,
  [Title] NVARCHAR(160) NOT NULL,
  [ArtistId] INTEGER NOT NULL,
  CONSTRAINT [PK_Album] PRIMARY KEY([AlbumId]),
  FOREIGN KEY([ArtistId]) REFERENCES [Artist]([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Artist](
  [ArtistId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_Artist] PRIMARY KEY([ArtistId])
);
CREATE TABLE [Employee](
  [EmployeeId] INTEGER PRIMARY KEY NOT NULL,
  [Last Name] NVARCHAR(20) DEFAULT 'O''Neil; [x', [BirthDate] DATETIME,
  [HireDate] DATETIME,
  [Salary] NUMERIC(10,2),
  [Active] BOOLEAN
);
CREATE TABLE [Invoice](
  [InvoiceId] INTEGER NOT NULL,
  [Date] DATETIME NOT NULL,
  [Total] NUMERIC(10,2) NOT NULL,
  [Photo] BLOB,
  [Weight] REAL
);
CREATE INDEX [IFK_AlbumArtistId] ON [Album]([ArtistId]);
CREATE VIEW [Names] AS SELECT [Name] FROM [Artist]
/* Names(Name) */;
