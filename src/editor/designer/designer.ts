// What `register.ts` loads when VS Code first asks for it.
export { DesignerPanel } from './designer-panel.ts';
export { openDesigner } from './open-designer.ts';
