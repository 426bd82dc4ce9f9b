/** What `--help` prints. */
export const help = `Usage:
  dataset-studio validate <files, folders or globs…> [--format stylish|json|github|sarif] [--max-warnings N]
  dataset-studio create <files or globs…> [--dry-run] [--json] [--base-url URL] [--reporting-path P]
                        [--retention-policy P] [--timeout S] [--concurrency N] [--journal DIR] [--again]
  dataset-studio submissions --journal DIR [--unknown] [--json]
  dataset-studio settle <submission id> --journal DIR (--created DATASET_ID | --not-created)
  dataset-studio diff <old> <new> [--format text|json|markdown] [--exit-code]
  dataset-studio diagram <file> [--format svg|mermaid|dbml|markdown] [--output FILE]
  dataset-studio infer <files, folders, globs or -> [--name NAME] [--output FILE] [--format json|yaml]
                       [--report FILE.json|FILE.md] [--decimal-type T] [--null TEXT]…
                       [--delimiter C|tab] [--header|--no-header] [--merge]
  dataset-studio mcp [--root DIR] [--allow-create]
  dataset-studio gateway [--port N]
  dataset-studio --version

validate        Checks dataset files and sends nothing.
  --format F            stylish (default), json, github (annotations) or sarif (code scanning)
  --max-warnings N      fail if there are more than N warnings
create          Validates all files, then creates a dataset from each.
  --dry-run             print the requests with masked secrets, and send nothing
  --json                print { outcome, status, datasetId, response }; an array for several files
  --base-url URL        address of the gateway (DATASET_BASE_URL)
  --reporting-path P    path of the reporting service, "reporting" by default (DATASET_REPORTING_PATH)
  --retention-policy P  "None" by default; "" omits it (DATASET_RETENTION_POLICY)
  --timeout S           seconds for one request, 60 by default
  --concurrency N       requests at once, 4 by default
  --journal DIR         record each submission in DIR before it is sent (DATASET_JOURNAL). Content that was
                        created, or may have been, is not sent again. The same command resumes an
                        interrupted batch.
  --again               send such content again
submissions     Lists the submissions in a journal, newest first.
  --unknown             only those whose outcome is unknown
  --json                print an array
settle          Records the outcome of a submission whose outcome is unknown.
  --created ID          the dataset exists, with this ID
  --not-created         the dataset does not exist
diff            Lists the differences between two datasets.
  --format F            text (default), json or markdown
  --exit-code           exit with 1 if there is any difference
diagram         Draws a dataset.
  --format F            svg (default), mermaid, dbml or markdown
  --output FILE         write to FILE, and replace it if it exists; - is standard output
infer           Reads data files and prints the dataset that fits them.
  --name NAME           name of the dataset
  --output FILE         write to FILE, and replace it if it exists; - is standard output
  --format F            json (default) or yaml
  --report FILE         write why each column has its type, as .json or .md
  --decimal-type T      data type of fractions
  --null TEXT           treat TEXT as an empty value; can be repeated
  --delimiter C         the delimiter of text, or "tab"
  --header, --no-header the first record is, or is not, a header
  --merge               make one table of files with the same columns
mcp             Runs a server for AI agents (Model Context Protocol) on standard input and output.
  --root DIR            read files below DIR instead of the current folder
  --allow-create        let agents create datasets
gateway         Runs a local gateway to try things out.
  --port N              port to listen on, 7878 or any free port by default

An argument that starts with ! excludes files from the arguments before it: dataset-studio validate . "!archive/**"
(in bash and zsh, use single quotes). diff and diagram read standard input for -, as JSON or YAML; infer reads data.
Ctrl+C lets the requests that are being sent finish; a second Ctrl+C cancels them.

Secrets come from environment variables, never from flags:
  DATASET_ACCESS_TOKEN                  an access token; or, for the password grant:
  DATASET_USERNAME, DATASET_PASSWORD, DATASET_CLIENT_ID
  DATASET_CLIENT_SECRET                 if the client has a secret
  DATASET_TOKEN_ENDPOINT or DATASET_ISSUER, DATASET_SCOPES
                                        for the client credentials grant, with the client ID and secret
  DATASET_SUBSCRIPTION_KEY              the subscription key
Other variables:
  DATASET_BASE_URL, DATASET_REPORTING_PATH, DATASET_RETENTION_POLICY, DATASET_JOURNAL
                                        used if the flag is missing
  DATASET_AUTHORIZATION_SCHEME          "Bearer" by default; "" sends the token without a scheme
  DATASET_CLIENT_AUTHENTICATION         none, client_secret_basic or client_secret_post

Exit codes:
  0    done
  1    the document has errors, or more warnings than allowed
  2    wrong usage, or a file that can't be read
  3    no access token
  4    the gateway rejected the request
  5    outcome unknown: the dataset may have been created
  6    nothing was sent: the gateway can't be reached, the journal can't be written, or the journal
       already contains the content
  70   a bug in dataset-studio
  130  cancelled
`;
