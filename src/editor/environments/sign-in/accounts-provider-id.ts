/** The ID of our authentication provider, as in package.json. */
export const accountsProviderId = 'dataset-studio';
