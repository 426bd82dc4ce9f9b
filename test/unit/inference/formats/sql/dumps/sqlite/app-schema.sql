CREATE TABLE notes(
  id integer primary key autoincrement,
  body text not null default '',
  created timestamp default current_timestamp,
  "order" int,
  weight float,
  ok bool,
  x,
  y any
);
CREATE TABLE sqlite_sequence(name,seq);
CREATE VIRTUAL TABLE notes_fts USING fts5(
  body,
  content='notes',
  content_rowid='id'
)
/* notes_fts(
  body
) */;
CREATE TABLE IF NOT EXISTS 'notes_fts_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE IF NOT EXISTS 'notes_fts_idx'(
  segid,
  term,
  pgno,
  PRIMARY KEY(segid, term)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS 'notes_fts_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE IF NOT EXISTS 'notes_fts_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TRIGGER notes_ai AFTER INSERT ON notes BEGIN INSERT INTO notes_fts(rowid, body) VALUES (new.id, new.body); UPDATE notes SET weight = CASE WHEN weight IS NULL THEN 0 ELSE weight END WHERE id = new.id; END;
CREATE TABLE tags(
  name text collate nocase,
  note_id integer references notes(id) on delete cascade,
  primary key(name, note_id)
) without rowid;
CREATE TABLE IF NOT EXISTS "new_name"(bb text, c date default '2020-01-01');
CREATE TABLE strict_one(a INT, b REAL, c TEXT, d BLOB, e INTEGER) STRICT;
CREATE TABLE computed(
  w real,
  h real,
  area real generated always as(w * h) stored,
  label text as('a,b' || w)
);
