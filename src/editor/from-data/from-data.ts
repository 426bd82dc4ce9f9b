// What `register.ts` loads when VS Code first asks for it.
export { newFromData } from './create/new-from-data.ts';
export { registerDataEditing } from './register-data-editing.ts';
export { updateFromData } from './update/update-from-data.ts';
