import { render } from 'preact';
import { App } from './app.tsx';
import './styles/main.css';
import { applyTheme } from './theme.ts';

applyTheme();
const root = document.getElementById('app');
if (root !== null) {
  root.textContent = '';
  render(<App />, root);
}
