import { sqlCode } from './sql-code.ts';

/** What differs between the dialects of SQL in how a script is split into statements, and in what its types mean. */
export interface SqlDialect {
  /** The one that most of the evidence is for; `undefined` without any. */
  readonly name: DialectName | undefined;
  /** Whether a backslash escapes a quote in texts. */
  readonly escapes: boolean;
  /** Whether `#` begins a comment. */
  readonly hasHashComments: boolean;
  /** Whether `[name]` is a quoted name: SQL Server, sometimes SQLite. */
  readonly hasBrackets: boolean;
  /** Whether statements end at a line `GO`, so that procedures can contain any others: SQL Server. */
  readonly hasBatches: boolean;
  readonly nestsComments: boolean;
  /** Digits of a decimal that declares none, and that has no fraction then; only where the dialect is certain. */
  readonly digits: number | 'any' | undefined;
}

interface Dialect {
  readonly escapes?: true;
  readonly hasHashComments?: true;
  readonly nestsComments?: true;
  /** `any`: also with a fraction. */
  readonly digits?: number | 'any';
  /** What a dump tool says of itself above the first statement. */
  readonly header?: RegExp;
  /** What only scripts of this dialect have: 3 and more; what few others have: 1 and 2. */
  readonly evidence: readonly (readonly [weight: number, pattern: RegExp])[];
}

export type DialectName = keyof typeof dialects;

/** Words in square brackets where a name can be. */
const brackets = /(?:\bTABLE|\bEXISTS|[.,(])\s*\[[a-z]/i;

const batchEnd = /^[ \t]*GO[ \t]*;?\r?$/im;

const dialects = {
  postgres: {
    header: /^-- PostgreSQL database dump/m,
    nestsComments: true,
    digits: 'any',
    evidence: [
      [3, /\btimestamp(?: ?\(\d\))? without time zone\b|\bpg_catalog\b|\bnextval\s*\(/i],
      [3, /\b(?:search_path|timestamptz|jsonb|bytea|tsvector|(?:big|small)?serial|hstore|citext)\b/i],
      [2, /\bcharacter varying\b|\bint[248]\b|\bOWNER TO\b|\bINHERITS\b|::\w/i],
      [1, /\$\$|\bPARTITION OF\b|\bUSING (?:btree|gin|gist)\b|\bCREATE (?:DOMAIN|EXTENSION)\b/i],
    ],
  },
  redshift: {
    nestsComments: true,
    digits: 18,
    // Beside what PostgreSQL has, and Hive, for its external tables.
    evidence: [[12, /\b(?:DISTKEY|SORTKEY|DISTSTYLE)\b|\bENCODE (?:az64|lzo|zstd|raw|bytedict|delta)\b/i]],
  },
  mysql: {
    header: /^-- (?:MySQL|MariaDB) dump\b|^-- phpMyAdmin\b/m,
    escapes: true,
    hasHashComments: true,
    digits: 10,
    evidence: [
      [3, /\/\*M?!\d|\bAUTO_INCREMENT\b|\b(?:MEDIUM|LONG|TINY)TEXT\b|\bMEDIUM(?:INT|BLOB)\b/i],
      [
        3,
        /\bENGINE[ \t]*=[ \t]*(?:InnoDB|MyISAM|MEMORY|Aria|MRG_MyISAM|CSV|ARCHIVE|ndb\w*|OLAP|columnstore)\b/i,
      ],
      [
        2,
        /\b(?:CHARSET|CHARACTER SET)[ \t]{0,9}=?[ \t]{0,9}\w|\bUNSIGNED\b|\bLOCK TABLES\b|\bint\(\d+\)|\bENUM\s*\(/i,
      ],
      [1, /\bTABLE\s+(?:IF NOT EXISTS\s+)?`|\bCOMMENT\s{0,9}=?\s{0,9}''/i],
    ],
  },
  sqlserver: {
    nestsComments: true,
    digits: 18,
    evidence: [
      [6, batchEnd],
      [4, brackets],
      [3, /\b(?:DATETIME2|DATETIMEOFFSET|SMALLDATETIME|UNIQUEIDENTIFIER|ROWVERSION|SMALLMONEY|SYSNAME)\b/i],
      [
        3,
        /\bNONCLUSTERED\b|\bPRIMARY KEY CLUSTERED\b|\bSET (?:ANSI_NULLS|QUOTED_IDENTIFIER)\b|\bOBJECT_ID\s*\(/i,
      ],
      [2, /\bN(?:VARCHAR|CHAR|TEXT)\b|\bVARCHAR\s*\(MAX\)|\bIDENTITY\s*\(|\bN''/i],
    ],
  },
  sqlite: {
    evidence: [
      [4, /\bPRAGMA\b|\bsqlite_|\bWITHOUT ROWID\b|\bCREATE VIRTUAL TABLE\b/i],
      [3, /\bPRIMARY KEY (?:ASC |DESC )?AUTOINCREMENT\b/i],
    ],
  },
  duckdb: {
    nestsComments: true,
    digits: 'any',
    evidence: [
      [
        4,
        /\bU?HUGEINT\b|\bU(?:BIG|TINY|SMALL)INT\b|\bUINTEGER\b|\bread_(?:csv|parquet|json)|\bTIMESTAMP_(?:NS|MS|S)\b/i,
      ],
      [1, /\bSTRUCT\s*\(/i],
    ],
  },
  oracle: {
    evidence: [
      [4, /\bN?VARCHAR2\b|\bBINARY_(?:FLOAT|DOUBLE)\b|\bXMLTYPE\b/i],
      [
        2,
        /\bNUMBER\s*\(\*|\bSYSDATE\b|\bPCTFREE\b|\bNOLOGGING\b|\bNO(?:CACHE|CYCLE)\b|\bTABLESPACE\b|\b(?:LONG )?RAW\b/i,
      ],
      [1, /\bNUMBER\b|\bCLOB\b|\bENABLE\b|^(?:REM|PROMPT)\b/im],
    ],
  },
  db2: {
    digits: 5,
    evidence: [
      [4, /\bDECFLOAT\b|\bFOR (?:BIT|SBCS|MIXED) DATA\b|\bORGANIZE BY (?:ROW|COLUMN)\b|\bDBCLOB\b/i],
      [4, /\bPERIOD (?:FOR )?(?:SYSTEM|BUSINESS)_TIME\b|\b(?:VAR)?GRAPHIC\b|\bCCSID\b|\bNOT LOGGED\b/i],
      [2, /\bWITH DEFAULT\b|\bINDEX IN\b|\bCOMPRESS YES\b|\bCONNECT TO\b|\bDATA CAPTURE\b/i],
      [1, /\bCLOB\b|\bIN "?\w+"?\s*;/i],
    ],
  },
  snowflake: {
    escapes: true,
    digits: 38,
    evidence: [
      [
        4,
        /\bTIMESTAMP_?(?:NTZ|LTZ|TZ)\s*\(|\bVARCHAR\s*\(16777216\)|\bMASKING POLICY\b|\bFILE FORMAT\b|\bWAREHOUSE\b/i,
      ],
      [
        3,
        /\b(?:TRANSIENT|HYBRID|DYNAMIC) TABLE\b|\bVARIANT\b|\bNUMBER\s*\(38\b|\bAUTOINCREMENT (?:START|NO?ORDER)\b/i,
      ],
      [2, /\bTIMESTAMP_?(?:NTZ|LTZ|TZ)\b|\bDATA_RETENTION|\bCLUSTER BY\s*\(|\bCOPY GRANTS\b/i],
      [1, /\bOR REPLACE (?:\w+ )?TABLE\b|\bNUMBER\b|\bCOMMENT\s{0,9}=?\s{0,9}''/i],
    ],
  },
  bigquery: {
    escapes: true,
    hasHashComments: true,
    digits: 'any',
    evidence: [
      [4, /\b(?:BIGNUMERIC|BIGDECIMAL)\b|\bTABLE\s+(?:IF NOT EXISTS\s+)?[a-z]\w*-[a-z]/i],
      // In ClickHouse, `Int64`.
      [4, /\b(?:INT64|int64|FLOAT64|float64)\b/],
      [2, /\bOPTIONS\s*\(|\bSTRUCT\s*<|`[\w-]+\.[\w.]+`/i],
      [1, /\bOR REPLACE TABLE\b|\bSTRING\b|\bARRAY\s*</i],
    ],
  },
  /** Also Spark, Databricks, Athena, Impala. */
  hive: {
    escapes: true,
    digits: 10,
    evidence: [
      [
        4,
        /\bUSING (?:DELTA|PARQUET|ICEBERG|ORC|AVRO|CSV|JSON|TEXT|HUDI)\b|\bSTORED AS\b|\bROW FORMAT (?:SERDE|DELIMITED)\b/i,
      ],
      [4, /\bTBLPROPERTIES\b|\bSERDEPROPERTIES\b|\bMSCK REPAIR\b|\bADD COLUMNS\b/i],
      [2, /\bPARTITIONED BY\b|\bEXTERNAL TABLE\b|\bSTRUCT\s*<\s*`?\w+`?\s*:/i],
      [1, /\bSTRING\b|\bCOMMENT\s*''|\bARRAY\s*<|\bOR REPLACE TABLE\b/i],
    ],
  },
  trino: {
    digits: 38,
    evidence: [
      [4, /\bWITH\s*\(\s*(?:format|partition\w*|external_location|location|bucket\w*|sorted_by|type)\s*=/i],
      [2, /\bROW\s*\(\s*"?\w+"? \w|\bHYPERLOGLOG\b|\bIPADDRESS\b|\bARRAY\s*\(\s*[a-z]/i],
    ],
  },
  clickhouse: {
    escapes: true,
    digits: 10,
    evidence: [
      [
        5,
        /\bENGINE\s{0,9}=?\s{0,9}\w{0,40}(?:MergeTree|Log|Distributed|Buffer|Kafka|Null)\b|\b(?:LowCardinality|Nullable)\s*\(/i,
      ],
      [4, /\bU?Int(?:8|16|32|64|128|256)\b|\bDateTime64\b|\bFixedString\b|\bDecimal(?:32|64|128)\b/],
      [2, /\bON CLUSTER\b|\bCODEC\s*\(|\bGRANULARITY\b|\bPROJECTION\b/i],
    ],
  },
} as const satisfies Readonly<Record<string, Dialect>>;

/** Evidence from which on a dialect is certain, and how much more it must be than that of the next one. */
const certain = { least: 3, ahead: 2 };

/** The dialect of a script, by what its first bytes show. `isWhole`: whether these are all. */
export function detectSqlDialect(head: Uint8Array, isWhole: boolean): SqlDialect {
  const text = new TextDecoder().decode(head);
  const plain = sqlCode(text, false, isWhole);
  const escaped = sqlCode(text, true, isWhole);
  const { code } = escaped.damaged < plain.damaged ? escaped : plain;
  // What a dump tool says of itself is in a comment above the first statement.
  const preamble = /^(?:\s|--[^\n]*|\/\*[^*]*\*\/)*/.exec(text.slice(0, 2000))?.[0] ?? '';
  const [[name, weight], [, next]] = weigh(code, preamble);
  const known = dialectOf(weight > 0 ? name : undefined);
  const isCertain = weight >= certain.least && weight - next >= certain.ahead;
  return {
    ...known,
    // Where only one way makes sense of all texts, it is the right one.
    escapes: plain.damaged === escaped.damaged ? known.escapes : escaped.damaged < plain.damaged,
    hasBrackets: known.hasBrackets || (name === 'sqlite' && brackets.test(code)),
    hasBatches: known.hasBrackets && batchEnd.test(code),
    digits: isCertain ? known.digits : undefined,
  };
}

/** The dialect that a schema names otherwise. */
export function dialectNamed(name: unknown): SqlDialect {
  const known = typeof name === 'string' ? (aliases[name] ?? name) : '';
  return dialectOf(Object.hasOwn(dialects, known) ? (known as DialectName) : undefined);
}

const aliases: Readonly<Record<string, DialectName>> = {
  postgresql: 'postgres',
  databricks: 'hive',
  glue: 'hive',
  athena: 'hive',
  presto: 'trino',
  synapse: 'sqlserver',
};

function dialectOf(name: DialectName | undefined): SqlDialect {
  const dialect: Dialect | undefined = name && dialects[name];
  return {
    name,
    escapes: dialect?.escapes === true,
    hasHashComments: dialect?.hasHashComments === true,
    hasBrackets: name === 'sqlserver',
    hasBatches: false,
    nestsComments: dialect?.nestsComments === true,
    digits: dialect?.digits,
  };
}

type Weighed = readonly [name: DialectName, weight: number];

/** The dialect with most evidence, and the one after it. */
function weigh(code: string, preamble: string): readonly [Weighed, Weighed] {
  const weighed = Object.entries(dialects).map(([name, { evidence, header }]: [string, Dialect]): Weighed => {
    const found = evidence.filter(([, pattern]) => pattern.test(code)).map(([weight]) => weight);
    return [name as DialectName, found.reduce((sum, weight) => sum + weight, header?.test(preamble) ? 8 : 0)];
  });
  const [first = none, second = none] = weighed.toSorted(([, a], [, b]) => b - a);
  return [first, second];
}

const none: Weighed = ['postgres', 0];

/** Whether a text without a name is SQL: a line of it begins `CREATE TABLE`. */
export function looksLikeSql(head: Uint8Array): boolean {
  return /^[ \t]*CREATE[ \t]+(?:[A-Z]+[ \t]+){0,3}TABLE\s/im.test(new TextDecoder().decode(head));
}
