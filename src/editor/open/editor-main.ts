// What `extension.ts` and the `register.ts` files load when VS Code first needs it: a bundle of its own.
export { editorTools } from '../agents/editor-tools.ts';
export * from '../authoring/authoring.ts';
export { BranchLens } from '../comparison/branch-lens.ts';
export { branchVersionOf, compareWith, sentVersion } from '../comparison/compare-with.ts';
export { changesLens, createdVersion, createdVersions, statusHover } from '../comparison/created-versions.ts';
export { showComparison } from '../comparison/show-comparison.ts';
export * as designer from '../designer/designer-panel.ts';
export { readSource } from '../documents/dataset-source.ts';
export { selectEnvironment } from '../environments/choose-environment.ts';
export { deliverSignInUri } from '../environments/sign-in/browser/redirect-receivers.ts';
export { environmentAccounts } from '../environments/sign-in/environment-accounts.ts';
export * from '../environments/sign-in/sign-in-commands.ts';
export { keepSignInContexts, signInStates } from '../environments/sign-in/sign-in-states.ts';
export { manageEnvironment, showEnvironmentStatus } from '../environments/view/environment-status.ts';
export { environmentsTree } from '../environments/view/environments-tree.ts';
export { addEnvironment } from '../environments/wizard/add-environment.ts';
export { editEnvironment, removeEnvironment } from '../environments/wizard/edit-environment.ts';
export * as firstSteps from '../first-steps/first-steps.ts';
export * as fromData from '../from-data/from-data.ts';
export { createSample, LocalGatewayCommands } from '../local-gateway/local-gateway-commands.ts';
export { localizeCore } from '../studio/common-studio.ts';
export { currentEnvironment } from '../studio/current-environment.ts';
export { createDataset, discardBatch, resumeBatch } from '../submissions/create/create-dataset.ts';
export { copyAsCurl, previewRequest } from '../submissions/create/request-commands.ts';
export * as submissionActions from '../submissions/submission-actions.ts';
export { SubmissionsTree } from '../submissions/view/submissions-tree.ts';
export { submissionsView } from '../submissions/view/submissions-view.ts';
export { openStudio } from './open-studio.ts';

/** Loads `editor-main.ts`, which contains everything except registrations, to keep activation fast. */
export type LoadMain = () => Promise<typeof import('./editor-main.ts')>;
