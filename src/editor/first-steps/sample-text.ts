/** The sample of the walkthrough. It has one problem with a quick fix: `datetime` instead of `DateTime`. */
export const sampleText = `{
  "name": "Sample",
  "tables": [
    {
      "name": "Customer",
      "columns": [
        { "name": "CustomerID", "dataType": "Int64" },
        { "name": "Name", "dataType": "string" },
        { "name": "IsActive", "dataType": "bool" }
      ]
    },
    {
      "name": "Order",
      "columns": [
        { "name": "OrderID", "dataType": "Int64" },
        { "name": "CustomerID", "dataType": "Int64" },
        { "name": "OrderedAt", "dataType": "datetime" }
      ]
    }
  ]
}
`;
