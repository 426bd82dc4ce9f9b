// Everything that `register.ts` loads on demand.
export { openChecking } from './checking/checking.ts';
export { declare } from './features/declare.ts';
export { registerLanguageFeatures } from './features/language-features.ts';
export { newDataset } from './features/new-dataset.ts';
export { createProjectFile } from './workspace/create-project-file.ts';
export { validateWorkspace } from './workspace/validate-workspace.ts';
export { WorkspaceValidation } from './workspace/workspace-validation.ts';
