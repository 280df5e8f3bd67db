import AccessModel

/// The guides in Spanish.
enum SpanishGuides {
    static func guide(to reason: ReasonCode) -> RemediationGuide {
        switch reason {
        case .notEnrolled:
            RemediationGuide(
                why:
                    "Solo una aplicación configurada para tu cuenta puede separar los datos del trabajo de todo lo demás.",
                "Abre la aplicación en este dispositivo.", "Inicia sesión con tu cuenta de trabajo cuando te lo pida.",
                "Deja que la aplicación termine su configuración.")
        case .postureMissing:
            RemediationGuide(
                why: "Sin su informe nadie puede saber si la aplicación es segura para los datos del trabajo.",
                "Abre la aplicación y déjala un momento en la pantalla.",
                "Comprueba que el dispositivo tiene conexión a Internet.")
        case .policyNotApplied:
            RemediationGuide(
                why: "Los ajustes nuevos protegen de riesgos nuevos, y la aplicación todavía usa los anteriores.",
                "Cierra la aplicación por completo.", "Vuelve a abrirla y espera a que se cargue.")
        case .checkInOverdue:
            RemediationGuide(
                why:
                    "Una aplicación sin contacto podría no enterarse de que perdiste el dispositivo o de que tu acceso cambió.",
                "Conecta el dispositivo a Internet.", "Abre la aplicación y déjala un momento en la pantalla.")
        case .appVersionTooOld:
            RemediationGuide(
                why: "Las versiones antiguas de la aplicación pueden tener fallos de seguridad que ya se conocen.",
                "Abre la tienda de la que procede la aplicación.", "Busca la aplicación y elige actualizar.",
                "Abre la aplicación cuando esté actualizada.")
        case .osVersionTooOld:
            RemediationGuide(
                why: "Un sistema antiguo puede tener fallos de seguridad que ya se conocen.",
                "Abre los ajustes del dispositivo y busca la actualización del sistema.",
                "Instala la actualización; el dispositivo se reinicia.", "Abre de nuevo la aplicación.")
        case .deviceRooted:
            RemediationGuide(
                why: "En un dispositivo así, otras aplicaciones podrían leer lo que esta guarda.",
                "Usa otro dispositivo para el trabajo.",
                "O devuelve este dispositivo a su sistema original con ayuda del soporte.")
        case .pinNotSet:
            RemediationGuide(
                why: "Sin un PIN, cualquiera que tenga tu dispositivo puede abrir los datos del trabajo.",
                "Abre los ajustes de la aplicación.", "Elige crear un PIN y escríbelo dos veces.")
        case .evidenceInsufficient:
            RemediationGuide(
                why: "Tu organización solo puede confiar sus datos a una aplicación que administra.",
                "Di al soporte qué aplicación y qué dispositivo usas.",
                "Abre de nuevo la aplicación cuando el soporte la haya configurado o aprobado.")
        case .postureIncomplete:
            RemediationGuide(
                why: "Tu organización solo puede confiar en lo que la aplicación le ha contado.",
                "Actualiza la aplicación en la tienda de la que procede.", "Abre la aplicación y espera un momento.",
                "Si esta página sigue diciendo lo mismo, avisa al soporte.")
        case .notTargeted:
            RemediationGuide(
                why: "Tu organización solo deja sus datos a aplicaciones protegidas, y esta aún no tiene protección.",
                "Pide al soporte que active la protección de aplicaciones para tu cuenta.")
        case .notDemanded:
            RemediationGuide(
                why: "Aquí no hay nada que tenga que protegerse.", "Vuelve a la aplicación y continúa.")
        case .capabilityNotDeclared:
            RemediationGuide(
                why: "Una aplicación sin esta protección podría pasar datos del trabajo a otras aplicaciones.",
                "Busca en la tienda una actualización de la aplicación.",
                "Si no la hay, pregunta al soporte qué aplicación debes usar.")
        case .wiped:
            RemediationGuide(
                why: "Los datos se borraron para que no caigan en malas manos.",
                "Habla con el soporte si todavía necesitas acceso.",
                "Configura de nuevo la aplicación cuando el soporte te lo diga.")
        case .unenrolled:
            RemediationGuide(
                why: "Nadie puede cuidar de una aplicación que no está conectada, así que no recibe datos del trabajo.",
                "Abre la aplicación.",
                "Inicia sesión con tu cuenta de trabajo y deja que la aplicación termine su configuración.")
        case .instanceBlocked:
            RemediationGuide(
                why: "Un administrador decidió que esta aplicación no tenga acceso en este dispositivo.",
                "Pregunta al soporte por qué se bloqueó y qué tiene que pasar.")
        case .refusalLoop:
            RemediationGuide(
                why: "Intentarlo una y otra vez no ayuda, y el soporte puede ver cuál es la causa.",
                "Anota el identificador de soporte de esta página y dáselo al soporte.",
                "O espera media hora y abre de nuevo la aplicación.")
        case .accountDisabled:
            RemediationGuide(
                why: "Una cuenta desactivada no tiene acceso a nada.",
                "Pide al soporte que vuelva a activar tu cuenta.")
        case .signInRequired:
            RemediationGuide(
                why: "Iniciar sesión de vez en cuando demuestra que sigues siendo tú.",
                "Abre la aplicación.", "Inicia sesión con tu cuenta de trabajo.")
        case .userCancelled:
            RemediationGuide(
                why: "Mientras la comprobación no termine, la aplicación no recibe datos del trabajo.",
                "Empieza de nuevo aquí o en la aplicación.")
        case .sourceUnreachable:
            RemediationGuide(
                why: "Sin este servicio nadie puede saber cómo está tu dispositivo.",
                "Espera un momento.", "Comprueba que el dispositivo tiene conexión a Internet.")
        case .sourceFailed:
            RemediationGuide(
                why: "Sin este servicio nadie puede saber cómo está tu dispositivo.", "Espera unos minutos.")
        case .blockedByPolicy:
            RemediationGuide(
                why: "Tu organización decidió quién puede acceder a sus datos y desde dónde.",
                "Si crees que es un error, di al soporte cuándo ocurrió.")
        case .mfaRequired:
            RemediationGuide(
                why: "Una contraseña sola se puede adivinar o robar.",
                "Vuelve a la aplicación e inicia sesión.", "Completa el segundo paso que se te pida.")
        case .authenticationStrengthRequired:
            RemediationGuide(
                why: "Algunas formas de iniciar sesión son más fáciles de engañar que otras.",
                "Vuelve a la aplicación e inicia sesión.", "Elige uno de los métodos que acepta tu organización.")
        case .signInFrequency:
            RemediationGuide(
                why: "Iniciar sesión de vez en cuando demuestra que sigues siendo tú.",
                "Vuelve a la aplicación.", "Inicia sesión con tu cuenta de trabajo cuando te lo pida.")
        case .tokenProtectionRequired:
            RemediationGuide(
                why: "Un inicio de sesión sin protección se podría copiar a otro dispositivo.",
                "Actualiza la aplicación en la tienda de la que procede.",
                "Si no sirve, di al soporte de qué aplicación se trata.")
        case .passwordChangeRequired:
            RemediationGuide(
                why: "Es posible que otra persona conozca tu contraseña.",
                "Cambia la contraseña como te ha indicado tu organización.",
                "Inicia sesión en la aplicación con la nueva.")
        case .deviceNotDomainJoined:
            RemediationGuide(
                why: "Tu organización cuida de los dispositivos de su dominio y sabe que son seguros.",
                "Usa un dispositivo que tu organización haya preparado para ti.")
        case .deviceNotCompliant:
            RemediationGuide(
                why: "Un dispositivo sin estas protecciones podría revelar datos del trabajo si se pierde o lo atacan.",
                "Abre la aplicación de gestión de tu organización o los ajustes del dispositivo.",
                "Sigue las indicaciones y espera a que diga que el dispositivo está bien.")
        case .deviceUnknown:
            RemediationGuide(
                why: "Tu organización solo puede responder de los dispositivos que conoce.",
                "Registra este dispositivo en tu organización o usa uno que esté registrado.",
                "Abre de nuevo la aplicación.")
        case .appProtectionRequired:
            RemediationGuide(
                why:
                    "Una aplicación protegida separa los datos del trabajo y puede borrarlos si se pierde el dispositivo.",
                "Abre la aplicación e inicia sesión con tu cuenta de trabajo.",
                "Sigue los pasos que muestra la aplicación.")
        case .controlNotEnforceable:
            RemediationGuide(
                why: "Lo que no se puede comprobar no se puede permitir.", "Di al soporte lo que pone en esta página.")
        case .noPolicyApplied:
            RemediationGuide(
                why: "Tu organización solo abre el acceso donde lo ha decidido.",
                "Pide acceso al soporte e indica qué aplicación usas.")
        case .evaluationFailed:
            RemediationGuide(
                why: "En caso de duda, los datos quedan cerrados.",
                "Espera unos minutos.", "Si vuelve a ocurrir, avisa al soporte.")
        }
    }
}
