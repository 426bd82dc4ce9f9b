import * as l10n from '@vscode/l10n';

/** The texts of the view, which has no translations of its own. It fills in the placeholders. */
export function designerStrings() {
  return {
    designer: l10n.t('Dataset Designer'),
    noName: l10n.t('(unnamed)'),
    emptyName: l10n.t('(empty name)'),
    noDataType: l10n.t('(no data type)'),
    newTable: l10n.t('Table'),
    newColumn: l10n.t('Column'),
    dataset: l10n.t('Dataset'),

    oneTable: l10n.t('1 table'),
    tables: l10n.t('{0} tables'),
    oneColumn: l10n.t('1 column'),
    columns: l10n.t('{0} columns'),
    oneProblem: l10n.t('1 problem'),
    problems: l10n.t('{0} problems'),
    alsoInOneTable: l10n.t('Also in 1 other table'),
    alsoInTables: l10n.t('Also in {0} other tables'),

    search: l10n.t('Search tables and columns'),
    matchOf: l10n.t('{0} of {1}'),
    noMatch: l10n.t('No results'),
    nextMatch: l10n.t('Next match'),
    previousMatch: l10n.t('Previous match'),

    addTable: l10n.t('Add Table'),
    addColumn: l10n.t('Add Column'),
    addColumnBelow: l10n.t('Add Column Below'),
    rename: l10n.t('Rename'),
    duplicate: l10n.t('Duplicate'),
    remove: l10n.t('Remove'),
    cut: l10n.t('Cut'),
    copy: l10n.t('Copy'),
    paste: l10n.t('Paste'),
    moveUp: l10n.t('Move Up'),
    moveDown: l10n.t('Move Down'),
    actionsOf: l10n.t('Actions for {0}'),
    goToText: l10n.t('Go to Text'),
    move: l10n.t('Move'),
    changeDataType: l10n.t('Change Data Type'),
    exportPicture: l10n.t('Export as Picture…'),
    nextProblem: l10n.t('Next problem'),
    showProblems: l10n.t('Show problems and fixes'),
    problemsOf: l10n.t('Problems of {0}'),
    noFixes: l10n.t('No quick fixes available.'),
    lookingForFixes: l10n.t('Looking for quick fixes…'),

    newNameOf: l10n.t('New name of {0}'),
    dataTypeOf: l10n.t('Data type of {0}'),
    dataTypeOfColumns: l10n.t('Data type of {0} columns'),
    dataTypes: l10n.t('Data types'),

    noTables: l10n.t('This dataset has no tables yet.'),
    noTablesHint: l10n.t(
      'Each table becomes a card with its columns. You can edit them here or in the text.',
    ),
    noColumns: l10n.t('No columns'),
    emptyDocument: l10n.t('This file is empty.'),
    emptyDocumentHint: l10n.t('Start with a dataset that has a name and no tables.'),
    start: l10n.t('Start a Dataset'),
    nothingParsed: l10n.t('No tables can be shown until the error is fixed.'),

    syntaxError: l10n.t('Line {0}: {1}'),
    readOnlyUntilFixed: l10n.t('The designer is read-only until you fix the error.'),
    goToError: l10n.t('Go to Error'),
    openProjectFile: l10n.t('Open the project file'),
    tooLarge: l10n.t('This file is too large for the designer. Edit the text instead.'),
    readOnlyFile: l10n.t('This file is read-only.'),

    added: l10n.t('Added {0}.'),
    renamed: l10n.t('Renamed to {0}.'),
    dataTypeChanged: l10n.t('The data type of {0} is now {1}.'),
    dataTypesChanged: l10n.t('The data type of {0} columns is now {1}.'),
    duplicated: l10n.t('Duplicated {0}.'),
    moved: l10n.t('Moved {0} to position {1} of {2}.'),
    movedItems: l10n.t('Moved {0} items.'),
    removed: l10n.t('Removed {0}.'),
    removedItems: l10n.t('Removed {0} items.'),
    copied: l10n.t('Copied {0}.'),
    copiedItems: l10n.t('Copied {0} items.'),
    pasted: l10n.t('Pasted {0}.'),
    pastedTables: l10n.t('Pasted {0} tables.'),
    pastedColumns: l10n.t('Pasted {0} columns.'),
    fixApplied: l10n.t('Applied the fix.'),
  };
}

export type Strings = Readonly<ReturnType<typeof designerStrings>>;

/** A text with `{0}`, `{1}` and so on replaced. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));
}
