/** VS Code's name for our accounts. */
export const accountsProviderId = 'dataset-studio';
