/** Every text of the chat, side by side: English, Spanish, German, French, Arabic. And times in words. */

const LANGUAGES = ["en", "es", "de", "fr", "ar"];

const TEXTS = {
  assistant: ["Assistant", "Asistente", "Assistent", "Assistant", "المساعد"],
  you: ["You", "Tú", "Sie", "Vous", "أنت"],
  staff: ["Our team", "Nuestro equipo", "Unser Team", "Notre équipe", "فريقنا"],
  open: ["Open chat", "Abrir el chat", "Chat öffnen", "Ouvrir le chat", "فتح المحادثة"],
  close: ["Close", "Cerrar", "Schließen", "Fermer", "إغلاق"],
  more: ["More", "Más", "Mehr", "Plus", "المزيد"],
  log: ["Conversation", "Conversación", "Unterhaltung", "Conversation", "المحادثة"],
  messageLabel: ["Your message", "Tu mensaje", "Ihre Nachricht", "Votre message", "رسالتك"],
  messagePlaceholder: ["Write a message…", "Escribe un mensaje…", "Nachricht schreiben…", "Écrivez un message…", "اكتب رسالة…"],
  messageHint: [
    "Enter sends, Shift and Enter begin a new line.",
    "Intro envía, Mayús e Intro empiezan otra línea.",
    "Enter sendet, Umschalt und Enter beginnen eine neue Zeile.",
    "Entrée envoie, Maj et Entrée vont à la ligne.",
    "مفتاح Enter للإرسال، وShift مع Enter لسطر جديد.",
  ],
  send: ["Send", "Enviar", "Senden", "Envoyer", "إرسال"],
  online: ["Online", "En línea", "Online", "En ligne", "متصل"],
  connecting: ["Connecting…", "Conectando…", "Verbinden…", "Connexion…", "جارٍ الاتصال…"],
  offline: ["Offline", "Sin conexión", "Offline", "Hors ligne", "غير متصل"],
  unavailable: ["Not available", "No disponible", "Nicht verfügbar", "Indisponible", "غير متاح"],
  offlineBanner: [
    "You are offline. What you write is kept and sent as soon as you are back.",
    "No tienes conexión. Lo que escribas se guarda y se envía en cuanto vuelvas.",
    "Sie sind offline. Was Sie schreiben, wird aufbewahrt und gesendet, sobald Sie zurück sind.",
    "Vous êtes hors ligne. Vos messages sont gardés et partiront à votre retour.",
    "أنت غير متصل. ما تكتبه محفوظ ويُرسل فور عودتك.",
  ],
  reconnectingBanner: [
    "The connection was lost. Connecting again…",
    "Se perdió la conexión. Conectando de nuevo…",
    "Die Verbindung ist abgebrochen. Wird wiederhergestellt…",
    "La connexion est perdue. Nouvelle tentative…",
    "انقطع الاتصال. جارٍ الاتصال من جديد…",
  ],
  unavailableBanner: [
    "This chat is not available at the moment.",
    "Este chat no está disponible en este momento.",
    "Dieser Chat ist zurzeit nicht verfügbar.",
    "Ce chat n’est pas disponible pour le moment.",
    "هذه المحادثة غير متاحة حاليًا.",
  ],
  outdatedBanner: [
    "This page is out of date. Please reload it.",
    "Esta página no está al día. Vuelve a cargarla.",
    "Diese Seite ist veraltet. Bitte laden Sie sie neu.",
    "Cette page n’est plus à jour. Rechargez-la.",
    "هذه الصفحة قديمة. يُرجى إعادة تحميلها.",
  ],
  slowDown: [
    "That was a lot at once. Your message goes by itself in",
    "Ha sido mucho de una vez. Tu mensaje se enviará solo en",
    "Das war viel auf einmal. Ihre Nachricht geht von selbst ab in",
    "C’était beaucoup à la fois. Votre message partira tout seul dans",
    "كان ذلك كثيرًا دفعة واحدة. ستُرسل رسالتك تلقائيًا خلال",
  ],
  typing: [
    "The assistant is writing",
    "El asistente está escribiendo",
    "Der Assistent schreibt",
    "L’assistant écrit",
    "المساعد يكتب",
  ],
  staffTyping: [
    (name) => `${name} is writing`,
    (name) => `${name} está escribiendo`,
    (name) => `${name} schreibt`,
    (name) => `${name} écrit`,
    (name) => `${name} يكتب`,
  ],
  waiting: ["Waiting to be sent", "Pendiente de envío", "Wartet auf das Senden", "En attente d’envoi", "في انتظار الإرسال"],
  sending: ["Sending…", "Enviando…", "Wird gesendet…", "Envoi…", "جارٍ الإرسال…"],
  sent: ["Sent", "Enviado", "Gesendet", "Envoyé", "أُرسلت"],
  failed: ["Not sent", "No enviado", "Nicht gesendet", "Non envoyé", "لم تُرسل"],
  tryAgain: ["Try again", "Reintentar", "Erneut versuchen", "Réessayer", "إعادة المحاولة"],
  edit: ["Edit", "Editar", "Bearbeiten", "Modifier", "تعديل"],
  remove: ["Remove", "Quitar", "Entfernen", "Supprimer", "إزالة"],
  copy: ["Copy", "Copiar", "Kopieren", "Copier", "نسخ"],
  copied: ["Copied", "Copiado", "Kopiert", "Copié", "تم النسخ"],
  TOO_LARGE: [
    "The message is too long.",
    "El mensaje es demasiado largo.",
    "Die Nachricht ist zu lang.",
    "Le message est trop long.",
    "الرسالة طويلة جدًا.",
  ],
  INVALID: [
    "The message could not be read.",
    "El mensaje no se pudo leer.",
    "Die Nachricht war nicht lesbar.",
    "Le message est illisible.",
    "تعذّرت قراءة الرسالة.",
  ],
  // The server's own English words say more than these.
  MESSAGE_INVALID: [
    null,
    "El mensaje contiene algo que no se admite.",
    "Die Nachricht enthält etwas, das nicht möglich ist.",
    "Le message contient quelque chose qui n’est pas admis.",
    "تحتوي الرسالة على ما لا يُسمح به.",
  ],
  TURN_FAILED: [
    null,
    "Lo sentimos, algo ha fallado.",
    "Leider ist etwas schiefgegangen.",
    "Désolé, quelque chose n’a pas marché.",
    "عذرًا، حدث خطأ ما.",
  ],
  counter: [
    (used, limit) => `${used} of ${limit} characters`,
    (used, limit) => `${used} de ${limit} caracteres`,
    (used, limit) => `${used} von ${limit} Zeichen`,
    (used, limit) => `${used} sur ${limit} caractères`,
    (used, limit) => `${used} من ${limit} حرف`,
  ],
  ended: [
    "This conversation has ended",
    "Esta conversación ha terminado",
    "Diese Unterhaltung ist beendet",
    "Cette conversation est terminée",
    "انتهت هذه المحادثة",
  ],
  startNew: ["Start a new one", "Empezar otra", "Neue beginnen", "En commencer une autre", "بدء محادثة جديدة"],
  rate: ["How was it?", "¿Qué tal ha ido?", "Wie war es?", "Comment était-ce ?", "كيف كانت؟"],
  good: ["Good", "Bien", "Gut", "Bien", "جيدة"],
  bad: ["Bad", "Mal", "Schlecht", "Mauvais", "سيئة"],
  comment: ["Anything to add?", "¿Algo que añadir?", "Möchten Sie etwas ergänzen?", "Quelque chose à ajouter ?", "هل تود إضافة شيء؟"],
  thanks: ["Thank you!", "¡Gracias!", "Vielen Dank!", "Merci !", "شكرًا لك!"],
  newMessages: ["New messages", "Mensajes nuevos", "Neue Nachrichten", "Nouveaux messages", "رسائل جديدة"],
  earlier: ["Show earlier messages", "Ver mensajes anteriores", "Frühere Nachrichten zeigen", "Voir les messages précédents", "عرض الرسائل السابقة"],
  suggestions: ["Suggested replies", "Respuestas sugeridas", "Vorgeschlagene Antworten", "Réponses suggérées", "ردود مقترحة"],
  download: ["Download transcript", "Descargar conversación", "Verlauf herunterladen", "Télécharger la conversation", "تنزيل المحادثة"],
  restart: ["Start over", "Empezar de nuevo", "Neu beginnen", "Recommencer", "البدء من جديد"],
  end: ["End conversation", "Terminar conversación", "Unterhaltung beenden", "Terminer la conversation", "إنهاء المحادثة"],
  sure: [
    "This conversation will be closed.",
    "Esta conversación se cerrará.",
    "Diese Unterhaltung wird geschlossen.",
    "Cette conversation sera fermée.",
    "ستُغلق هذه المحادثة.",
  ],
  cancel: ["Cancel", "Cancelar", "Abbrechen", "Annuler", "إلغاء"],
  HANDED_OVER: [
    (name) => (name ? `You are now talking with ${name}.` : "Somebody of our team will go on from here."),
    (name) => (name ? `Ahora hablas con ${name}.` : "Una persona de nuestro equipo sigue desde aquí."),
    (name) => (name ? `Sie sprechen jetzt mit ${name}.` : "Jemand aus unserem Team übernimmt."),
    (name) => (name ? `Vous parlez maintenant avec ${name}.` : "Une personne de notre équipe prend le relais."),
    (name) => (name ? `أنت تتحدث الآن مع ${name}.` : "سيتابع معك أحد أعضاء فريقنا."),
  ],
  HANDED_BACK: [
    "The assistant goes on from here.",
    "El asistente sigue desde aquí.",
    "Der Assistent macht weiter.",
    "L’assistant reprend la suite.",
    "سيتابع معك المساعد من هنا.",
  ],
  STARTED_AFRESH: [
    "The earlier conversation was too long ago, so this one starts from the beginning.",
    "La conversación anterior quedó atrás, así que esta empieza desde el principio.",
    "Die frühere Unterhaltung liegt zu lange zurück, diese beginnt von vorn.",
    "La conversation précédente est trop ancienne, celle-ci reprend au début.",
    "المحادثة السابقة قديمة، لذا تبدأ هذه من البداية.",
  ],
  SESSION_EXPIRED: [
    "Your earlier conversation is no longer available, so this is a new one.",
    "Tu conversación anterior ya no está disponible; esta es nueva.",
    "Ihre frühere Unterhaltung gibt es nicht mehr, dies ist eine neue.",
    "Votre conversation précédente n’existe plus, en voici une nouvelle.",
    "محادثتك السابقة لم تعد متاحة، وهذه محادثة جديدة.",
  ],
  today: ["Today", "Hoy", "Heute", "Aujourd’hui", "اليوم"],
  yesterday: ["Yesterday", "Ayer", "Gestern", "Hier", "أمس"],
};

/** The texts of a language tag such as `en-GB`, with its `dir`; English, and no `dir`, for others. */
export function textsFor(language) {
  const place = LANGUAGES.indexOf(language.split("-")[0].toLowerCase());
  const texts = Object.entries(TEXTS).map(([name, all]) => [name, all[Math.max(place, 0)]]);
  return { ...Object.fromEntries(texts), dir: ["ltr", "rtl"][Number(LANGUAGES[place] === "ar")], known: place >= 0 };
}

/** The time of day, such as 14:05 or 2:05 PM. */
export function timeOfDay(date, language) {
  return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(date);
}

/** How long something takes, such as 12 seconds, 5 minutes or 3 hours. */
export function waitInWords(seconds, language) {
  const [unit, length] = seconds > 7200 ? ["hour", 3600] : seconds > 120 ? ["minute", 60] : ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / length));
}

/** The name of a day: today, yesterday, or its date. */
export function nameOfDay(date, language, texts) {
  const now = new Date();
  if (date.toDateString() === now.toDateString()) return texts.today;
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  now.setDate(now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return texts.yesterday;
  return new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year }).format(date);
}
