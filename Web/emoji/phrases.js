import { folded } from "./folding.js";

/** What people write on stickers, in all languages of the page, and the emoji that goes with it. */
export const phrases = Object.entries({
  "🎂": "happy birthday|birthday|geburtstag|cumpleanos|joyeux anniversaire|anniversaire|feliz aniversario|aniversario|с днем рождения|день рождения|誕生日|생일|生日",
  "🎉": "congratulations|congrats|yay|hurra|hurray|gluckwunsch|gratuliere|felicidades|enhorabuena|felicitations|bravo|parabens|поздравляю|ура|おめでとう|축하|恭喜|祝贺",
  "👋": "hello|hi|hey|bye|goodbye|hallo|tschuss|servus|moin|hola|adios|salut|bonjour|coucou|au revoir|ola|oi|tchau|привет|пока|здравствуйте|こんにちは|やあ|バイバイ|안녕|你好|再见|拜拜",
  "☀️": "good morning|guten morgen|buenos dias|bom dia|доброе утро|おはよう|좋은 아침|早安|早上好",
  "🌙": "good night|gute nacht|buenas noches|bonne nuit|boa noite|спокойной ночи|おやすみ|잘 자|잘자|晚安",
  "🙏": "thank you|thanks|thx|danke|gracias|merci|obrigado|obrigada|спасибо|ありがとう|고마워|감사|谢谢|多谢",
  "❤️": "i love you|love you|love|ich liebe dich|liebe|te quiero|te amo|amor|je t'aime|amour|eu te amo|люблю|любовь|愛してる|大好き|사랑해|사랑|我爱你|爱你",
  "😂": "lol|haha|hahaha|rofl|jaja|jajaja|mdr|ptdr|kkk|rsrs|ахаха|хаха|лол|笑|草|ㅋㅋ|하하|哈哈",
  "😱": "omg|oh my god|oh mein gott|dios mio|mon dieu|meu deus|о боже|боже мой|まじ|헐|天哪|天啊",
  "😮": "wow|whoa|oha|guau|uau|вау|ого|すごい|わあ|우와|哇",
  "👍": "yes|ok|okay|well done|good job|great|super|top|ja|genau|gut gemacht|si|vale|claro|bien hecho|oui|d'accord|bien joue|sim|beleza|да|хорошо|молодец|はい|いいね|了解|네|좋아|최고|好的|是的|赞|棒",
  "👎": "no|nope|nein|non|nao|нет|いいえ|だめ|아니|싫어|不|不行|不要",
  "😔": "sorry|i'm sorry|entschuldigung|tut mir leid|perdon|lo siento|desole|pardon|desculpa|desculpe|извини|прости|ごめん|미안|对不起|抱歉",
  "🥺": "miss you|i miss you|please|bitte|vermisse dich|te extrano|te echo de menos|por favor|tu me manques|s'il te plait|saudade|saudades|скучаю|пожалуйста|会いたい|お願い|보고 싶어|제발|想你|求你",
  "🎄": "merry christmas|christmas|xmas|frohe weihnachten|weihnachten|feliz navidad|navidad|joyeux noel|noel|feliz natal|natal|с рождеством|рождество|メリークリスマス|クリスマス|메리 크리스마스|크리스마스|圣诞快乐|圣诞",
  "🎆": "happy new year|frohes neues jahr|frohes neues|guten rutsch|feliz ano nuevo|bonne annee|feliz ano novo|с новым годом|あけましておめでとう|새해 복|新年快乐",
  "🥂": "cheers|prost|salud|sante|saude|за здоровье|乾杯|건배|干杯",
  "🍀": "good luck|viel gluck|toi toi toi|suerte|bonne chance|boa sorte|удачи|頑張って|がんばって|화이팅|행운|加油|好运",
  "🤗": "hug|hugs|umarmung|druck dich|abrazo|calin|abraco|обнимаю|обнимашки|ハグ|안아|抱抱",
  "😴": "tired|so tired|sleepy|mude|cansado|cansada|sueno|fatigue|fatiguee|устал|устала|眠い|ねむい|疲れた|졸려|피곤|困|好累",
  "😋": "hungry|yummy|delicious|hunger|lecker|hambre|rico|faim|miam|fome|delicia|вкусно|голоден|голодная|おいしい|美味しい|お腹すいた|맛있|배고파|好吃|饿",
  "🥳": "party|let's party|feier|fiesta|fete|festa|вечеринка|パーティー|파티|派对",
  "🤒": "get well soon|get well|gute besserung|mejorate|bon retablissement|melhoras|выздоравливай|お大事に|쾌유|早日康复",
  "🤞": "fingers crossed|daumen drucken|cruzo los dedos|je croise les doigts|dedos cruzados|держу кулачки",
}).map(([emoji, texts]) => ({ emoji, texts: folded(texts).split("|") }));
