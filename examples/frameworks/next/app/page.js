export default function Page() {
  return 'The routes of the host are its own.';
}
